/** Compares bank rows with purchases in memory: the reading and the database are measured elsewhere. */
import { matching } from '../../src/lib/reconciliation/matching/all.rules.ts';
import { NO_TOKENS } from '../../src/lib/reconciliation/matching/candidates.rules.ts';
import { coveredBy, type ReadAccounts } from '../../src/lib/reconciliation/matching/read.rules.ts';
import type { BankRow, Claim, Member } from '../../src/lib/reconciliation/rules.ts';
import { ms, type Row } from './rows.ts';
import { referenceOf } from './seed.ts';

const ROWS = 10_000;
const CLAIMS = 100_000;
const SECONDS_MAX = 2;
/** A page must not wait longer for a slice. */
const SLICE_MS_MAX = 50;
const RUNS = 3;
const ACCOUNT = 'account';
/** A statement of all days of the claims. */
const READ: ReadAccounts = new Map([
  [ACCOUNT, { until: '2026-12-01', covered: coveredBy([{ from: '2025-01-01', to: '2026-12-01' }]) }],
]);

const dayOf = (nth: number): string =>
  new Date(Date.UTC(2026, 9, 1) + (nth % 50) * 86_400_000).toISOString().slice(0, 10);
const mobileOf = (nth: number): string => String(6_000_000_000 + ((nth * 2_654_435_761) % 4_000_000_000));

const SYLLABLES = 'BAL CHAN DRAK FIR GOP HEM JAG KIR LAL MOH NAV OMK PRAV RAG SUR TEJ UDAY VIN YASH ZUB'.split(' ');
const ENDINGS = 'ADA ESH IKA ITA OSH'.split(' ');
const partOf = (nth: number): string =>
  `${SYLLABLES[nth % 20]}${SYLLABLES[Math.floor(nth / 20) % 20]}${ENDINGS[Math.floor(nth / 400) % 5]}`;
/** Two words, of which each of a hundred family names is borne by a thousand buyers. No two buyers have both. */
const nameOf = (nth: number): string => `${partOf(nth % 1_000)} ${partOf(1_000 + Math.floor(nth / 1_000))}`;

/** All pending, which is the most work: each can be suggested. */
function claimOf(nth: number): Claim {
  return {
    purchaseId: `purchase-${nth}`,
    orderNumber: `PUR-${String(nth).padStart(6, '0')}`,
    status: 'PENDING',
    reference: referenceOf(nth),
    duePaise: 118_000n + BigInt(nth % 97) * 100n,
    partPaise: 0n,
    feePaise: 18_000n,
    submittedOn: dayOf(nth),
    unchangedSince: null,
    beneficiaryId: ACCOUNT,
    buyerId: `buyer-${nth}`,
    buyerName: nameOf(nth),
    isBuyerVerified: true,
    isReturned: false,
    registeredOn: '2026-09-01',
    identityChangedOn: null,
    payerNames: [],
    buyerMobile: `+91${mobileOf(nth)}`,
    rowId: null,
    waitingRowId: null,
  };
}

/** Half of the rows match exactly; the others have a typo, a cut number, another amount, or no claim. */
function rowOf(nth: number): BankRow {
  const of = (nth * 7_919) % CLAIMS;
  const claim = claimOf(of);
  const name = nameOf(of);
  const whole = claim.reference ?? '';
  const typo = `${whole.slice(0, 5)}${(Number(whole[5]) + 1) % 10}${whole.slice(6)}`;
  const reference =
    [whole, whole, whole, whole, whole, whole, typo, whole.slice(0, 11), referenceOf(CLAIMS + nth), typo][nth % 10] ??
    '';
  return {
    id: `row-${nth}`,
    beneficiaryId: ACCOUNT,
    line: nth + 1,
    date: claim.submittedOn,
    time: null,
    valueDate: null,
    side: 'CREDIT',
    amountPaise: nth % 10 === 5 ? 100n : claim.duePaise,
    balancePaise: null,
    transactionId: null,
    narration: `UPI-${name}-${mobileOf(nth)}@YBL-HDFC0000001-${reference}-PAYMENT`,
    references: [{ reference, source: 'NARRATION' }],
    payerName: name,
    vpa: `${mobileOf(nth)}@ybl`,
    spentOn: null,
    restPaise: nth % 10 === 5 ? 100n : claim.duePaise,
    ownerId: null,
    notOursReason: null,
    rejectedPurchaseId: null,
    rejectedAt: null,
    settlement: null,
    isSettlementCredit: false,
    payerMembers: [{ id: claim.buyerId, name: claim.buyerName, isVerified: true }],
    hasTwin: false,
  };
}

function measure(rows: readonly BankRow[], claims: readonly Claim[], members: readonly Member[], read: ReadAccounts) {
  const startMs = performance.now();
  const slices = matching(rows, claims, read, NO_TOKENS, members);
  let longestMs = 0;
  for (;;) {
    const sliceMs = performance.now();
    const step = slices.next();
    longestMs = Math.max(longestMs, performance.now() - sliceMs);
    if (!step.done) continue;
    const exact = [...step.value.rows.values()].filter((it) => it.bucket === 'EXACT').length;
    if (exact !== ROWS / 2) throw new Error(`${exact} exact matches`);
    return { tookMs: performance.now() - startMs, longestMs };
  }
}

export function matchingRows(): Row[] {
  // As the database's driver gives them: each text in one piece, not a chain of those that it was made of.
  const rows = structuredClone(Array.from({ length: ROWS }, (_, nth) => rowOf(nth)));
  const claims = structuredClone(Array.from({ length: CLAIMS }, (_, nth) => claimOf(nth)));
  const members = claims.map(({ buyerId, buyerName, buyerMobile }) => ({
    id: buyerId,
    name: buyerName,
    isVerified: true,
    mobile: buyerMobile,
  }));
  const runs = Array.from({ length: RUNS }, () => measure(rows, claims, members, READ));
  const slowestMs = Math.max(...runs.map((it) => it.tookMs));
  const longestMs = Math.max(...runs.map((it) => it.longestMs));
  const what = `${ROWS.toLocaleString('en-IN')} bank rows against ${CLAIMS.toLocaleString('en-IN')} pending purchases of as many members`;
  return [
    {
      what,
      figure: ms(slowestMs),
      bar: `${SECONDS_MAX} s`,
      peer: `the slowest of ${RUNS} runs`,
      isMet: slowestMs < SECONDS_MAX * 1000,
    },
    {
      what: 'the longest slice of it',
      figure: ms(longestMs),
      bar: ms(SLICE_MS_MAX),
      peer: '–',
      isMet: longestMs < SLICE_MS_MAX,
    },
  ];
}
