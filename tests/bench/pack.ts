/** Makes launch packs, in the process that `npm run bench` runs in: nothing else happens there meanwhile. */
import { makePack } from '../../src/lib/launch/pack/make.ts';
import { ms, type Row } from './rows.ts';

const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

export function packRows(holders: number): Row[] {
  const allocations = Array.from({ length: holders }, (_, i) => ({
    address: `0x${((BigInt(i + 1) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn) % (1n << 160n)).toString(16).padStart(40, '0')}`,
    units: BigInt(i + 1) * 10n ** 18n,
    unlockAt: i % 2 === 0 ? null : '2027-06-30',
  }));
  const totalUnits = allocations.reduce((sum, { units }) => sum + units, 0n);
  const startedMs = performance.now();
  const { files } = makePack(allocations, { tokenAddress: TOKEN, chainId: 1, symbol: 'LCH', totalUnits });
  const tookMs = performance.now() - startedMs;
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return [
    {
      what: `a launch pack of ${holders.toLocaleString('en-IN')} holders with two unlock dates`,
      figure: ms(tookMs),
      bar: '10 s',
      peer: `${Math.round(bytes / 1e6)} MB`,
      isMet: tookMs <= 10_000,
    },
  ];
}
