/**
 * A bank statement of the demonstration's last days, to try the reconciliation with: payments that match exactly, and one of each
 * kind that needs a look. Columns as in HDFC's delimited download; its balances run.
 */
import { formatIsoDay } from '../../core/format.ts';
import { formatPaise } from '../../core/money.ts';
import { DAY_MS, MINUTE_MS } from './calendar.ts';
import type { DemoPlan, PlannedOrder } from './plan.ts';
import { demoSettlement } from './settlement.ts';

interface Line {
  readonly at: number;
  readonly narration: string;
  readonly reference: string;
  /** Below zero for a debit. */
  readonly amountPaise: bigint;
}

const DAYS = 4;
const OPENING_PAISE = 50_000_000n;
const HEADER = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Every so many waiting payments one is missing on the statement. */
const MISSING_EVERY = 8;
/** These waiting payments came through an aggregator, so that the bank has them in one sum. */
const SETTLED: ReadonlySet<number> = new Set([4, 7, 9, 10, 12]);

/** Without commas, which would separate cells. */
const capitals = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z ]/g, '');

/** A payment as the bank writes it. */
function payment(order: PlannedOrder, reference: string, amountPaise: bigint): Line {
  const { buyer, createdAt, orderNumber } = order;
  const name = capitals(buyer.name);
  const ifsc = `${buyer.bankPrefix}0000123`;
  const narration = isUpi(reference)
    ? `UPI-${name}-${name.split(' ')[0]?.toLowerCase()}@okbank-${ifsc}-${reference}-${orderNumber}`
    : `NEFT CR-${ifsc}-${name}-TOKEN SALE-${reference}`;
  return {
    at: createdAt - 3 * MINUTE_MS,
    narration,
    reference: isUpi(reference) ? `0000${reference}` : '',
    amountPaise,
  };
}

/** The number with two digits in the wrong order, as somebody types it. */
function mistyped(reference: string): string {
  for (let at = reference.length - 3; at > 4; at--) {
    const [a = '', b = ''] = [reference[at], reference[at + 1]];
    if (a !== b && /\d\d/.test(a + b)) return reference.slice(0, at) + b + a + reference.slice(at + 2);
  }
  return reference;
}

interface Lines {
  readonly lines: readonly Line[];
  /** The orders that were paid through an aggregator. */
  readonly settled: readonly PlannedOrder[];
}

const isUpi = (reference: string): boolean => /^\d{12}$/.test(reference);

function linesOf({ orders }: DemoPlan, now: number): Lines {
  const since = now - DAYS * DAY_MS;
  const recent = orders.filter(
    (it) => it.createdAt > since && it.reference !== null && it.decision?.status !== 'REJECTED',
  );
  const seen = new Set<string>();
  const lines: Line[] = [];
  const settled: PlannedOrder[] = [];
  let nth = 0;
  for (const order of recent) {
    const { reference, finalAmountPaise, orderAmountPaise, decision } = order;
    if (reference === null || seen.has(reference)) continue;
    seen.add(reference);
    if (decision !== null) {
      lines.push(payment(order, reference, finalAmountPaise));
      continue;
    }
    nth++;
    if (nth % MISSING_EVERY === 0) continue;
    if (SETTLED.has(nth) && isUpi(reference) && orders.filter((it) => it.reference === reference).length === 1) {
      settled.push(order);
      continue;
    }
    const paid = nth === 3 ? orderAmountPaise : nth === 6 ? finalAmountPaise - 100n : finalAmountPaise;
    lines.push(payment(order, nth === 5 ? mistyped(reference) : reference, paid));
  }
  return { lines: [...lines, ...othersOf(recent, since, now)], settled };
}

/** Rows that belong to no waiting purchase: charges, interest, an unknown payer, and a payment that the bank took back. */
function othersOf(recent: readonly PlannedOrder[], since: number, now: number): Line[] {
  const at = (days: number): number => Math.min(since + days * DAY_MS, now);
  const approved = recent.find((it) => it.decision?.status === 'APPROVED' && isUpi(it.reference ?? ''));
  const back = approved?.reference
    ? [{ ...payment(approved, approved.reference, -approved.finalAmountPaise), at: now - MINUTE_MS }]
    : [];
  const unknown = '632599001122';
  return [
    { at: at(1), narration: 'CREDIT INTEREST CAPITALISED', reference: '', amountPaise: 123_400n },
    { at: at(2), narration: 'SMS ALERT CHARGES WITH GST', reference: '', amountPaise: -1_770n },
    {
      at: at(2.5),
      narration: `UPI-R K TRADERS-rktraders@okbank-SHYB0000411-${unknown}-PAYMENT`,
      reference: `0000${unknown}`,
      amountPaise: 590_000n,
    },
    ...back,
  ];
}

const namedDay = (at: number): string => {
  const [year = '', month = '', day = ''] = formatIsoDay(at).split('-');
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
};

/** The statement and the settlement file as CSV. @param now the time of the start in milliseconds */
export function demoStatement(plan: DemoPlan, now: number): { statement: string; settlement: string } {
  let balancePaise = OPENING_PAISE;
  const { lines, settled } = linesOf(plan, now);
  const { csv, utr, netPaise } = demoSettlement(settled, now);
  const credit: Line = {
    at: now,
    narration: `NEFT CR-YESB0000001-RAZORPAY SOFTWARE PVT LTD-SETTLEMENT-${utr}`,
    reference: '',
    amountPaise: netPaise,
  };
  const rows = [...lines, credit]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, narration, reference, amountPaise }) => {
      balancePaise += amountPaise;
      const [debit, credit] = amountPaise < 0n ? [-amountPaise, 0n] : [0n, amountPaise];
      const day = namedDay(at);
      return [day, narration, day, formatPaise(debit), formatPaise(credit), reference, formatPaise(balancePaise)].join(
        ',',
      );
    });
  const statement = `${[`Opening Balance,${formatPaise(OPENING_PAISE)}`, HEADER, ...rows].join('\r\n')}\r\n`;
  return { statement, settlement: csv };
}
