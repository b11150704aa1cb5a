/** Honest files in every format that is read, and seeded changes of them, for `tests/long/statement-mutations.test.ts`. */
import { strToU8, unzipSync, zipSync } from 'fflate';
import { cashfreeXlsx, paymentOf, payuCsv, razorpayCsv, settlementOf } from '../../settlements.ts';
import { mt940Of } from '../mt940.ts';
import { makePlan, randomFrom } from '../plan.ts';
import { bytesOf } from '../read.ts';
import { TEXT_LAYOUTS } from '../text-layouts.ts';
import { WORKBOOK_LAYOUTS } from '../workbook-layouts.ts';

const ROWS = 6;

const settled = () => {
  const settlement = settlementOf('2026-11-03');
  return [paymentOf(settlement), paymentOf(settlement), paymentOf(null)];
};

/** One for each layout of statements, in texts, HTML, both kinds of workbooks and MT940, and for gateways. */
export function honestFiles(): readonly { readonly name: string; readonly bytes: Uint8Array }[] {
  const plan = makePlan({ seed: 7, rows: ROWS });
  const layouts = Object.entries({ ...TEXT_LAYOUTS, ...WORKBOOK_LAYOUTS });
  return [
    ...layouts.map(([name, { make }]) => ({ name, bytes: make(plan) })),
    { name: 'MT940', bytes: bytesOf(mt940Of(plan)) },
    { name: 'Razorpay', bytes: bytesOf(razorpayCsv(settled())) },
    { name: 'PayU', bytes: bytesOf(payuCsv(settled())) },
    { name: 'Cashfree', bytes: cashfreeXlsx(settled()) },
  ];
}

/** Pieces that break readers: ends and starts of all formats, numbers beyond every type, texts in other codes. */
const PIECES = [
  '',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '"',
  '""',
  "'",
  '=',
  '-',
  '0',
  '99999999999999999999',
  '-1',
  '1e308',
  'NaN',
  '1,00,00,000.00',
  '31/02/2026',
  '00/00/00',
  '\u0000',
  '\ufeff',
  '\u202e',
  '\u2028',
  'अ',
  '\ud83d',
  '<',
  '<table>',
  '</table>',
  '<tr>',
  '<td colspan="999999999">',
  '<td rowspan="999999999">',
  '<!--',
  ']]>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '&b;',
  '&#x110000;',
  't="s"',
  'r="XFD1048576"',
  '<c r="A0"/>',
  '<mergeCell ref="A1:XFD1048576"/>',
  '<dimension ref="A1:XFD1048576"/>',
  ':20:',
  ':61:',
  ':86:',
  ':62F:C261101INR0,',
  'Date',
  'Closing Balance',
  'UPI/412345678901/',
  ' '.repeat(500),
  '9'.repeat(500),
  ','.repeat(200),
].map((text) => bytesOf(text));

type Random = (max: number) => number;

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Where a change happens: anywhere, or near the beginning, where headers are. */
const indexIn = (bytes: Uint8Array, random: Random): number =>
  random(random(3) === 0 ? Math.min(bytes.length, 512) + 1 : bytes.length + 1);

function spanIn(bytes: Uint8Array, random: Random): readonly [number, number] {
  const from = indexIn(bytes, random);
  const length = random(4) === 0 ? random(bytes.length + 1) : random(24);
  return [from, Math.min(bytes.length, from + length)];
}

const CHANGES: readonly ((bytes: Uint8Array, other: Uint8Array, random: Random) => Uint8Array)[] = [
  // One bit.
  (bytes, _, random) => {
    const changed = bytes.slice();
    const at = random(Math.max(1, bytes.length));
    if (at < bytes.length) changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
    return changed;
  },
  // One byte, at the bounds of its sign and of its size.
  (bytes, _, random) => {
    const changed = bytes.slice();
    changed.fill(
      [0, 1, 0x7f, 0x80, 0xff, 0x20, 0x0a][random(7)] ?? 0,
      ...spanIn(bytes, (max) => random(Math.min(max, 9) || 1)),
    );
    return changed;
  },
  // A span is gone.
  (bytes, _, random) => {
    const [from, to] = spanIn(bytes, random);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },
  // A span comes many times.
  (bytes, _, random) => {
    const [from, to] = spanIn(bytes, random);
    const span = bytes.subarray(from, to);
    const times = Math.min(1 + random(200), Math.ceil(30_000 / (span.length + 1)));
    return joined(bytes.subarray(0, to), ...Array.from({ length: times }, () => span), bytes.subarray(to));
  },
  // A piece comes in between, or in place of a span.
  (bytes, _, random) => {
    const [from, to] = random(2) === 0 ? [indexIn(bytes, random)] : spanIn(bytes, random);
    return joined(
      bytes.subarray(0, from),
      PIECES[random(PIECES.length)] ?? new Uint8Array(),
      bytes.subarray(to ?? from),
    );
  },
  // It ends early.
  (bytes, _, random) => bytes.subarray(0, indexIn(bytes, random)),
  // Another file goes on with it.
  (bytes, other, random) => joined(bytes.subarray(0, indexIn(bytes, random)), other.subarray(indexIn(other, random))),
];

function changed(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let result = bytes;
  for (let left = 1 + random(4); left > 0; left -= 1)
    result = (CHANGES[random(CHANGES.length)] as (typeof CHANGES)[number])(result, other, random);
  return result;
}

const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** The archive is right and one of its parts is not: what a change of its bytes seldom reaches. */
function withChangedPart(bytes: Uint8Array, random: Random): Uint8Array {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts);
  const name = names[random(names.length)] ?? '';
  const part = changed(parts[name] ?? strToU8(''), bytes, random);
  return zipSync({ ...parts, [name]: part }, { level: 0 });
}

/** The file of a seed: always the same. */
export function mutationOf(files: ReturnType<typeof honestFiles>, seed: number): { name: string; bytes: Uint8Array } {
  const random = randomFrom(seed + 1);
  const { name, bytes } = files[seed % files.length] as (typeof files)[number];
  const other = files[random(files.length)]?.bytes ?? bytes;
  const isInside = isArchive(bytes) && random(4) > 0;
  return { name, bytes: isInside ? withChangedPart(bytes, random) : changed(bytes, other, random) };
}
