import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Matches, matchAll } from '@/lib/reconciliation/matching/all.rules.ts';
import type { BankRow, Claim } from '@/lib/reconciliation/rules.ts';
import { bankRow, claimOf, readTo } from '../support/matching.ts';

const RUNS = 10_000;
const DAY_MS = 86_400_000;
/** Pure computation, also on a busy machine. */
const LIMIT_MS = 120_000;

/** What is planted in a statement; each has a reference of its own. */
const PLANTED = [
  ...[
    'EXACT',
    'EXACT',
    'EXACT',
    'AMOUNT',
    'TDS',
    'FEE',
    'TWICE',
    'TWO_ROWS',
    'TWO_CLAIMS',
    'REVERSAL_TEXT',
    'TAKEN_BACK',
  ],
  ...[
    'OWN_NUMBER',
    'PHONE_IN_VPA',
    'NUMBER_IN_VPA',
    'PADDED',
    'CUT',
    'TYPO',
    'TOO_EARLY',
    'TOO_LATE',
    'REJECTED',
    'USED',
  ],
  ...['SPENT', 'MARKED', 'NO_CLAIM', 'NO_ROW', 'REVERSED_PURCHASE'],
] as const;
type Kind = (typeof PLANTED)[number];

const EXPECTED: Partial<Record<Kind, string>> = {
  EXACT: 'EXACT',
  AMOUNT: 'AMOUNT_DIFFERS',
  TDS: 'AMOUNT_DIFFERS',
  FEE: 'AMOUNT_DIFFERS',
  TWICE: 'AMOUNT_DIFFERS',
  TWO_ROWS: 'CONFLICT',
  TWO_CLAIMS: 'CONFLICT',
  REVERSAL_TEXT: 'REVERSED',
  TAKEN_BACK: 'REVERSED',
  OWN_NUMBER: 'CONFLICT',
  CUT: 'SUGGESTED',
  TYPO: 'SUGGESTED',
  TOO_EARLY: 'SUGGESTED',
  TOO_LATE: 'SUGGESTED',
  REJECTED: 'REOPEN',
  USED: 'ALREADY_USED',
  SPENT: 'DECIDED',
  MARKED: 'NOT_OURS',
  NO_CLAIM: 'WITHOUT_CLAIM',
  REVERSED_PURCHASE: 'WITHOUT_CLAIM',
};

interface Item {
  readonly kind: Kind;
  readonly form: 'RRN' | 'NEFT' | 'RTGS';
  readonly rupees: number;
  readonly days: number;
}

interface Statement {
  readonly rows: BankRow[];
  readonly claims: Claim[];
}

const item: fc.Arbitrary<Item> = fc.record({
  kind: fc.constantFrom(...PLANTED),
  form: fc.constantFrom('RRN', 'RRN', 'NEFT', 'RTGS'),
  rupees: fc.integer({ min: 100, max: 104 }),
  days: fc.integer({ min: -3, max: 10 }),
});

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** References of different items differ in more than one character, and none is the beginning of another. */
function referenceOf(form: Item['form'], nth: number): string {
  const digits = String((632_112_345_678 + nth * 98_765_432_123) % 1_000_000_000_000).padStart(12, '0');
  if (form === 'RRN') return digits;
  return form === 'NEFT' ? `HDFC${digits}` : `SBINR5${digits}0000`;
}

/** Names without a common word or beginning. */
const nameOf = (nth: number): string => {
  const letter = String.fromCharCode(96 + nth);
  return `${letter.toUpperCase()}${letter.repeat(4)} ${letter.toUpperCase()}${letter.repeat(5)}`;
};

/** Adds what an item plants. The ids say what it is. */
function plant({ rows, claims }: Statement, { kind, form, rupees, days }: Item, nth: number): void {
  const submittedOn = '2026-11-10';
  const reference = referenceOf(form, nth);
  const duePaise = BigInt(rupees) * 10_000n;
  const facts = { submittedOn, duePaise, feePaise: duePaise / 5n, buyerName: nameOf(nth) };
  const claim = claimOf({
    ...facts,
    purchaseId: `${kind}-claim-${nth}`,
    buyerId: `buyer-${nth}`,
    orderNumber: `PUR-8${String(nth).padStart(5, '0')}`,
    reference,
    buyerMobile: `+9198${String(76_000_000 + nth * 1_117)}`,
  });
  const row = bankRow({
    id: `${kind}-row-${nth}`,
    reference,
    date: dayAfter(submittedOn, days),
    amountPaise: duePaise,
    narration: `UPI/CR/${reference}/PAYER/HDFC`,
    payerName: facts.buyerName,
  });
  const add = (changes: Partial<BankRow> & { reference?: string }, ofClaim: Partial<Claim> = {}): void => {
    const changed =
      changes.reference === undefined
        ? row
        : bankRow({
            ...row,
            ...bankRow({ reference: changes.reference }),
            id: row.id,
            payerName: row.payerName,
            date: row.date,
            amountPaise: row.amountPaise,
            restPaise: row.amountPaise,
            narration: `NEFT ${changes.reference}`,
          });
    const { reference: _, ...others } = changes;
    rows.push({ ...changed, ...others, restPaise: others.amountPaise ?? changed.amountPaise });
    claims.push({ ...claim, ...ofClaim });
  };
  const inVpa = (number: string): void =>
    add(
      {
        references: [{ reference: number, source: 'NARRATION' }],
        narration: `UPI-PAYER-${number}@YBL-HDFC0000001-700000000000-NOTE`,
        vpa: nth % 2 === 0 ? `${number}@ybl` : null,
      },
      { reference: number },
    );
  const debit: BankRow = { ...row, id: `${row.id}-debit`, side: 'DEBIT' };
  const plants: Record<Kind, () => void> = {
    EXACT: () => add({}),
    AMOUNT: () => add({ amountPaise: duePaise - 7n }),
    TDS: () => add({ amountPaise: (duePaise * 99n) / 100n }),
    FEE: () => add({ amountPaise: (duePaise * 4n) / 5n }),
    TWICE: () => add({ amountPaise: duePaise * 2n }),
    TWO_ROWS: () => {
      add({});
      rows.push({ ...row, id: `${row.id}-again` });
    },
    TWO_CLAIMS: () => {
      add({});
      claims.push({ ...claim, purchaseId: `${claim.purchaseId}-again`, duePaise: duePaise + BigInt(nth % 2) });
    },
    REVERSAL_TEXT: () => add({ narration: `REV-UPI-${reference}` }),
    TAKEN_BACK: () => {
      add({});
      rows.push({ ...debit, date: dayAfter(row.date, nth % 3) });
    },
    OWN_NUMBER: () => {
      add({});
      rows.push({ ...debit, amountPaise: duePaise + 1n });
    },
    PHONE_IN_VPA: () => inVpa(claim.buyerMobile.slice(3)),
    NUMBER_IN_VPA: () => inVpa(referenceOf('RRN', nth)),
    PADDED: () => add({ reference: `0${reference}` }),
    CUT: () => add({ reference: reference.slice(0, 11) }),
    TYPO: () => add({ reference: `${reference.slice(0, 7)}${reference[7] === '1' ? '2' : '1'}${reference.slice(8)}` }),
    TOO_EARLY: () => add({ date: dayAfter(submittedOn, -4) }),
    TOO_LATE: () => add({ date: dayAfter(submittedOn, 11) }),
    REJECTED: () => add({}, { status: 'REJECTED' }),
    USED: () => add({}, { status: 'APPROVED' }),
    SPENT: () => add({ spentOn: claim.purchaseId }, { status: 'APPROVED', rowId: row.id }),
    MARKED: () => add({ notOursReason: 'interest' }),
    NO_CLAIM: () => void rows.push(row),
    NO_ROW: () => void claims.push(claim),
    REVERSED_PURCHASE: () => add({}, { status: 'REVERSED' }),
  };
  plants[kind]();
}

/** `strays` give a row the reference of another item, so that planted facts meet in ways that nobody planned. */
const statement = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 9 }),
    strays: fc.array(fc.record({ from: fc.nat(30), to: fc.nat(30) }), { maxLength: 2 }),
    order: fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
  })
  .map(({ items, strays, order }) => {
    const planted: Statement = { rows: [], claims: [] };
    for (const [nth, it] of items.entries()) plant(planted, it, nth + 1);
    const mixed = { rows: [...planted.rows], claims: planted.claims };
    for (const { from, to } of strays) {
      const [source, target] = [mixed.rows[from % (mixed.rows.length || 1)], to % (mixed.rows.length || 1)];
      const changed = mixed.rows[target];
      if (source && changed)
        mixed.rows[target] = { ...changed, references: [...changed.references, ...source.references] };
    }
    const shuffle = <T>(values: readonly T[]): T[] =>
      values
        .map((value, at) => ({ value, key: order[at % order.length] ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map((it) => it.value);
    return { planted, mixed, shuffle };
  });

const READ_UNTIL = readTo('2026-11-30');
const compare = ({ rows, claims }: Statement): Matches => matchAll(rows, claims, READ_UNTIL);

/** The pairs that may be approved, by comparing everything with everything and sharing no code with the rules. */
function naiveExact({ rows, claims }: Statement): string[] {
  const inOneForm = (reference: string): string => (reference.length === 11 ? `0${reference}` : reference);
  const numbers = (row: BankRow): string[] =>
    row.references
      .map((it) => it.reference)
      .filter(
        (it) => !(row.narration.includes(`${it}@`) && !row.narration.includes(`/${it}/`)) && !/^[6-9]\d{9}$/.test(it),
      )
      .map(inOneForm);
  const same = (row: BankRow, claim: Claim): boolean =>
    claim.reference !== null && numbers(row).includes(inOneForm(claim.reference));
  const shares = (a: BankRow, b: BankRow): boolean => numbers(a).some((number) => numbers(b).includes(number));
  const credits = rows.filter((row) => row.side === 'CREDIT' && row.notOursReason === null);
  const pairs: string[] = [];
  for (const row of credits)
    for (const claim of claims) {
      const days = (Date.parse(row.date) - Date.parse(claim.submittedOn)) / DAY_MS;
      const isFull = same(row, claim) && row.amountPaise === claim.duePaise && days >= -3 && days <= 10;
      const wasFirst = (other: Claim): boolean => {
        const gap = (Date.parse(row.date) - Date.parse(other.submittedOn)) / DAY_MS;
        const isEqual = same(row, other) && row.amountPaise === other.duePaise && gap >= -3 && gap <= 10;
        return (
          other.status === 'REJECTED' &&
          other.buyerId !== claim.buyerId &&
          other.submittedOn <= claim.submittedOn &&
          isEqual
        );
      };
      const isOpen =
        claim.status === 'PENDING' && row.spentOn === null && !/\b(REV|CRADJ|RETURN|REVERSAL)\b/.test(row.narration);
      const isAlone =
        !claims.some((it) => it !== claim && /PENDING|APPROVED/.test(it.status) && same(row, it)) &&
        !claims.some(wasFirst) &&
        !credits.some((it) => it !== row && same(it, claim)) &&
        !rows.some((it) => it.side === 'DEBIT' && shares(it, row));
      const isPayer = row.payerName === claim.buyerName;
      if (isFull && isOpen && isAlone && isPayer) pairs.push(`${row.id} ${claim.purchaseId}`);
    }
  return pairs.sort();
}

const exactOf = ({ rows }: Matches): string[] =>
  [...rows]
    .filter(([, it]) => it.bucket === 'EXACT')
    .map(([id, it]) => `${id} ${it.purchaseId}`)
    .sort();

const plain = ({ rows, claims }: Matches) => ({ rows: Object.fromEntries(rows), claims: Object.fromEntries(claims) });

describe(`in ${RUNS.toLocaleString('en-IN')} statements`, () => {
  it(
    'what was planted is in its bucket',
    () =>
      fc.assert(
        fc.property(statement, ({ planted }) => {
          const { rows } = compare(planted);
          for (const [id, { bucket, label }] of rows) {
            const kind = id.slice(0, id.indexOf('-row')) as Kind;
            if (EXPECTED[kind]) expect(`${id} ${bucket}`).toBe(`${id} ${EXPECTED[kind]}`);
            else expect(bucket).not.toBe('EXACT');
            if (kind === 'TDS' || kind === 'FEE' || kind === 'TWICE')
              expect(label).toBe({ TDS: 'TDS', FEE: 'FEE_LEFT_OUT', TWICE: 'PAID_TWICE' }[kind]);
          }
        }),
        { numRuns: RUNS },
      ),
    LIMIT_MS,
  );

  it(
    'exactly those pairs match that a naive comparison allows, in any order, and each credit is counted once',
    () =>
      fc.assert(
        fc.property(statement, ({ mixed, shuffle }) => {
          const matches = compare(mixed);
          expect(exactOf(matches)).toEqual(naiveExact(mixed));
          const credits = mixed.rows.filter((row) => row.side === 'CREDIT');
          expect([...matches.rows.keys()].sort()).toEqual(credits.map((row) => row.id).sort());
          const other = compare({ rows: shuffle(mixed.rows), claims: shuffle(mixed.claims).reverse() });
          expect(plain(other)).toEqual(plain(matches));
        }),
        { numRuns: RUNS },
      ),
    LIMIT_MS,
  );

  it(
    'decisions and a second import change nothing about the other rows',
    () =>
      fc.assert(
        fc.property(statement, ({ mixed }) => {
          const before = compare(mixed);
          const exact = new Map(
            [...before.rows].filter(([, it]) => it.bucket === 'EXACT').map(([id, it]) => [id, it.purchaseId]),
          );
          const rowOf = new Map([...exact].map(([rowId, purchaseId]) => [purchaseId, rowId]));
          const after = compare({
            rows: mixed.rows.map((row) => ({ ...row, spentOn: exact.get(row.id) ?? row.spentOn })),
            claims: mixed.claims.map((claim) => {
              const rowId = rowOf.get(claim.purchaseId);
              return rowId === undefined ? claim : { ...claim, status: 'APPROVED', rowId };
            }),
          });
          for (const [id, outcome] of before.rows) {
            const now = after.rows.get(id);
            if (!/^(?:SUGGESTED|WITHOUT_CLAIM)$/.test(outcome.bucket)) {
              expect(now).toEqual(exact.has(id) ? { ...outcome, bucket: 'DECIDED' } : outcome);
              continue;
            }
            // An amount that fewer open claims have suggests more.
            expect(now?.bucket).toMatch(/^(?:SUGGESTED|WITHOUT_CLAIM)$/);
            expect(now?.suggestions[0]?.score ?? 0).toBeGreaterThanOrEqual(outcome.suggestions[0]?.score ?? 0);
          }
          for (const [id, state] of before.claims)
            if (state.bankState === 'NOT_FOUND')
              expect(after.claims.get(id)?.bankState).toMatch(/^(?:NOT_FOUND|SUGGESTED)$/);
            else expect(after.claims.get(id)).toEqual(state);
        }),
        { numRuns: RUNS },
      ),
    LIMIT_MS,
  );
});
