/**
 * A bank statement of the demonstration's last days, to try the reconciliation with: payments that match exactly, and some of each
 * kind that needs a look. Columns as in HDFC's delimited download; its balances run.
 */
import { formatIsoDay } from '../../core/format.ts';
import { formatPaise } from '../../core/money.ts';
import { DAY_MS, MINUTE_MS } from './calendar.ts';
import type { DemoPlan, PlannedOrder } from './plan.ts';
import { demoSettlement } from './settlement.ts';
import { bystanderOf, isUpi, type Way, waysOf } from './ways.ts';

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
const NOTE = 'TOKENS';
/** Has no word in common with any member. */
const RELATIVE = 'UMA MAHADEVAN';
const SHOP = 'RETURN GIFTS';

/** Without commas, which would separate cells. */
const capitals = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z ]/g, '');

interface Transfer {
  readonly reference: string;
  readonly amountPaise: bigint;
  /** Default: the buyer. */
  readonly payer?: string;
  readonly note?: string;
}

/** A payment as the bank writes it. */
function payment(order: PlannedOrder, { reference, amountPaise, payer, note = NOTE }: Transfer): Line {
  const { buyer, createdAt } = order;
  const name = capitals(payer ?? buyer.name);
  const ifsc = `${buyer.bankPrefix}0000123`;
  const narration = isUpi(reference)
    ? `UPI-${name}-${name.toLowerCase().replaceAll(' ', '.')}@okbank-${ifsc}-${reference}-${note}`
    : `NEFT CR-${ifsc}-${name}-TOKEN SALE-${reference}`;
  return {
    at: createdAt - 3 * MINUTE_MS,
    narration,
    reference: isUpi(reference) ? `0000${reference}` : '',
    amountPaise,
  };
}

/** An IMPS transfer whose note is a phone number. */
function paymentWithPhone(order: PlannedOrder, reference: string, mobile: string): Line {
  const { buyer, finalAmountPaise } = order;
  const narration = `IMPS-${reference}-${capitals(buyer.name)}-${buyer.bankPrefix}-XXXXXXX4417-${mobile.replace('+', '')}`;
  return { ...payment(order, { reference, amountPaise: finalAmountPaise }), narration };
}

/** The number with two digits in the wrong order, as somebody types it. */
function mistyped(reference: string): string {
  for (let at = reference.length - 3; at > 4; at--) {
    const [a = '', b = ''] = [reference[at], reference[at + 1]];
    if (a !== b && /\d\d/.test(a + b)) return reference.slice(0, at) + b + a + reference.slice(at + 2);
  }
  return reference;
}

/** The number of a transfer that no buyer knows. */
const numberAfter = (reference: string, nth: number): string =>
  `${reference.slice(0, 4)}${String((Number(reference.slice(4)) + nth * 31_415_926) % 100_000_000).padStart(8, '0')}`;

/** More than half, in whole rupees. */
const firstPart = (amountPaise: bigint): bigint => ((amountPaise * 6n) / 1_000n) * 100n;

interface Others {
  /** The name of a member who waits for nothing. */
  readonly bystander: string | undefined;
  /** The phone number of another buyer who waits. */
  readonly mobile: string;
}

/** The lines of a waiting order. */
function linesOfWay(order: PlannedOrder, way: Way, { bystander, mobile }: Others): Line[] {
  const { reference, finalAmountPaise: duePaise, orderAmountPaise, orderNumber, buyer } = order;
  const whole = { reference: reference ?? numberAfter('633000000000', order.index), amountPaise: duePaise };
  const part = firstPart(duePaise);
  const other = numberAfter(whole.reference, 1);
  switch (way) {
    case 'MISSING':
    case 'SETTLED':
      return [];
    case 'BY_ORDER':
      return [payment(order, { ...whole, note: orderNumber })];
    case 'PARTS':
      return [
        payment(order, { ...whole, amountPaise: part }),
        payment(order, { reference: other, amountPaise: duePaise - part, note: `${orderNumber} REST` }),
      ];
    case 'FAMILY':
      return [payment(order, { ...whole, payer: RELATIVE })];
    case 'MEMBER':
      return [payment(order, { ...whole, payer: bystander ?? RELATIVE })];
    case 'REVEREND':
      return [payment(order, { ...whole, payer: `REV ${buyer.name}`, note: 'PLEASE RETURN RECEIPT' })];
    case 'GIFTS':
      return [payment(order, { ...whole, payer: SHOP, note: orderNumber })];
    case 'PHONE':
      return [paymentWithPhone(order, whole.reference, mobile)];
    case 'DOUBLE':
      return [payment(order, { ...whole, amountPaise: 2n * duePaise })];
    case 'TWICE':
      return [payment(order, whole), payment(order, { ...whole, reference: other })];
    case 'FEE_LEFT_OUT':
      return [payment(order, { ...whole, amountPaise: orderAmountPaise })];
    case 'SHORT':
      return [payment(order, { ...whole, amountPaise: duePaise - 100n })];
    case 'SWAPPED':
      return [payment(order, { ...whole, reference: mistyped(whole.reference) })];
    case 'AGREED':
      // Some banks carry the order number, some payers write it.
      return [payment(order, { ...whole, note: order.index % 3 === 0 ? orderNumber : NOTE })];
  }
}

interface Lines {
  readonly lines: readonly Line[];
  /** The orders that were paid through an aggregator. */
  readonly settled: readonly PlannedOrder[];
}

function linesOf(plan: DemoPlan, now: number): Lines {
  const since = now - DAYS * DAY_MS;
  const recent = plan.orders.filter((it) => it.createdAt > since && it.decision?.status !== 'REJECTED');
  const ways = waysOf(recent);
  const bystander = bystanderOf(plan)?.name;
  const seen = new Set<string>();
  const lines: Line[] = [];
  for (const order of recent) {
    const { reference, finalAmountPaise } = order;
    const way = ways.get(order);
    if (reference === null ? way !== 'BY_ORDER' : seen.has(reference)) continue;
    seen.add(reference ?? order.id);
    if (way === undefined) {
      if (reference !== null) lines.push(payment(order, { reference, amountPaise: finalAmountPaise }));
      continue;
    }
    const mobile = recent.find((it) => ways.has(it) && it.buyer !== order.buyer)?.buyer.mobile ?? '';
    lines.push(...linesOfWay(order, way, { bystander, mobile }));
  }
  const settled = recent.filter((order) => ways.get(order) === 'SETTLED');
  return { lines: [...lines, ...othersOf(recent, since, now)], settled };
}

/**
 * Rows that belong to no waiting purchase: charges, interest, an unknown payer, a payment that the bank took back, and one of the company's
 * own that came back.
 */
function othersOf(recent: readonly PlannedOrder[], since: number, now: number): Line[] {
  const at = (days: number): number => Math.min(since + days * DAY_MS, now);
  const approved = recent.find((it) => it.decision?.status === 'APPROVED' && isUpi(it.reference));
  const back = approved?.reference
    ? [
        {
          ...payment(approved, { reference: approved.reference, amountPaise: -approved.finalAmountPaise }),
          at: now - MINUTE_MS,
        },
      ]
    : [];
  const unknown = '632599001122';
  const rent = `KVRIN${formatIsoDay(since).replaceAll('-', '').slice(2)}00417`;
  return [
    { at: at(1), narration: 'CREDIT INTEREST CAPITALISED', reference: '', amountPaise: 123_400n },
    { at: at(2), narration: 'SMS ALERT CHARGES WITH GST', reference: '', amountPaise: -1_770n },
    {
      at: at(2.5),
      narration: `UPI-R K TRADERS-rktraders@okbank-SHYB0000411-${unknown}-PAYMENT`,
      reference: `0000${unknown}`,
      amountPaise: 590_000n,
    },
    { at: at(1.5), narration: `NEFT DR-KVRI0000123-OFFICE RENT-${rent}`, reference: '', amountPaise: -2_500_000n },
    { at: at(3), narration: `NEFT RETURN-${rent}-ACCOUNT CLOSED`, reference: '', amountPaise: 2_500_000n },
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
