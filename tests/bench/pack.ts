/** Makes launch packs: in the process that `npm run bench` runs in, where nothing else happens meanwhile, and over HTTP. */
import type pg from 'pg';
import { makePack } from '../../src/lib/launch/pack/make.ts';
import type { Bench } from './bench.ts';
import { askAs, whileOthersAsk } from './others.ts';
import { openSessions } from './people.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

function measureRules(holders: number): Row {
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
  return {
    what: `a launch pack of ${holders.toLocaleString('en-IN')} holders with two unlock dates`,
    figure: ms(tookMs),
    bar: '10 s',
    peer: `${Math.round(bytes / 1e6)} MB`,
    isMet: tookMs <= 10_000,
  };
}

/** A frozen company: half of the members have stock and a wallet, and one entry brings the ledger to their sum. */
async function freeze(db: pg.Client, company: string): Promise<void> {
  await db.query(`SET session_replication_role = replica`);
  await db.query(
    `UPDATE users SET wallet_address = '0x' || md5(id::text) || right(md5(email), 8) WHERE company_id = $1`,
    [company],
  );
  await db.query(
    `INSERT INTO stock_entries (company_id, seq, user_id, quantity, kind, source_id, created_at, hash)
     SELECT $1, 1000000000, (SELECT user_id FROM stock_balances WHERE company_id = $1 LIMIT 1), b.held - e.entered, 'ADJUSTMENT',
       gen_random_uuid(), now(), '0x' || repeat('0', 64)
     FROM (SELECT sum(quantity) AS held FROM stock_balances WHERE company_id = $1 AND quantity > 0) b,
       (SELECT coalesce(sum(quantity), 0) AS entered FROM stock_entries WHERE company_id = $1) e`,
    [company],
  );
  await db.query(
    `UPDATE supplies SET credited = (SELECT sum(quantity) FROM stock_balances WHERE company_id = $1) WHERE company_id = $1`,
    [company],
  );
  await db.query(
    `UPDATE companies SET launch_state = 'FROZEN', launch_freeze_at = now(), launch_token_address = $2, launch_chain_id = 1 WHERE id = $1`,
    [company, TOKEN],
  );
  await db.query(`DELETE FROM purchases WHERE company_id = $1 AND status = 'PENDING'`, [company]);
  await db.query('RESET session_replication_role');
}

async function measureOverHttp(bench: Bench, holders: number): Promise<Row> {
  const { url, client } = await bench.makeDatabase('pack');
  const program = await bench.serve({ databaseUrl: url });
  const company = await siteCompany(client);
  await topUp(client, { members: 2 * holders, purchases: 1_000 });
  await freeze(client, company);
  const [admin, other] = await openSessions(client, company, 'admin', 2);
  interface Pack {
    readonly packId: string;
    readonly status: string;
    readonly failure: string;
    readonly holders: number;
  }
  const ask = askAs<Pack>(admin?.secret ?? '', program.port);
  const made = await whileOthersAsk(askAs(other?.secret ?? '', program.port), async () => {
    const { packId } = await ask('launch/pack/make', {});
    for (;;) {
      const pack = await ask(`launch/pack/get?packId=${packId}`);
      if (pack.status === 'FAILED') throw new Error(pack.failure);
      if (pack.status === 'READY') return pack;
      await new Promise((later) => setTimeout(later, 100));
    }
  });
  await program.stop();
  return {
    what: `the same over HTTP, stored, ${made.result.holders.toLocaleString('en-IN')} holders`,
    figure: `${ms(made.tookMs)}, p99 of a list meanwhile ${ms(made.othersMs)}`,
    bar: '10 s, 100 ms',
    peer: '',
    isMet: made.tookMs <= 10_000 && made.othersMs <= 100,
  };
}

export async function packRows(bench: Bench, holders: number): Promise<Row[]> {
  return [measureRules(holders), await measureOverHttp(bench, holders)];
}
