/** The mails about purchases and stock. Amounts in paise, quantities in whole tokens; shown as people in India read them. */
import { formatQuantity, formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface ToBuyer {
  readonly brand: MailBrand;
  readonly name: string;
  /** As shown on the payment screen, `PUR-…`. */
  readonly orderNumber: string;
}

const METHOD_NAMES: Record<string, string> = {
  UPI: 'UPI',
  BANK: 'Bank transfer',
  MANUAL: 'Manual payment',
  CRYPTO: 'Crypto',
};

function method(code: string): string {
  return METHOD_NAMES[code] ?? code;
}

function tokens(quantity: bigint, brand: MailBrand): string {
  return `${formatQuantity(quantity)} ${brand.symbol}`;
}

function member(brand: MailBrand): string {
  return `You are receiving this mail because you have an account at ${brand.siteUrl}.`;
}

/** The proof has come in and waits for an admin. */
export function purchaseSubmitted(
  order: ToBuyer & {
    amountPaise: Paise;
    paymentMethod: string;
    quantity: bigint;
    referenceNumber: string | null;
    /** The hold ends after so many hours; 0 for never. */
    holdHours: number;
  },
): RenderedMail {
  const { brand, orderNumber } = order;
  const next =
    order.paymentMethod === 'MANUAL'
      ? 'Our team will get in touch with you about the payment and then confirm your order.'
      : 'Our team will now compare your payment with our bank statement. You do not need to do anything, and please do not pay a second time.';
  const hold = order.holdHours === 0 ? 'in the meantime' : `for ${order.holdHours} hours`;
  return renderMail(
    brand,
    `We have received your order ${orderNumber}`,
    [
      greeting(order.name),
      { line: 'Thank you for your order. Here are the details:' },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupeesOfPaise(order.amountPaise)],
          ['Payment method', method(order.paymentMethod)],
          ...(order.referenceNumber ? ([['Reference number', order.referenceNumber]] as const) : []),
          ['Quantity', tokens(order.quantity, brand)],
        ],
      },
      { line: `${next} The quantity is held for you ${hold}, and we will mail you once your order is decided.` },
      { link: 'See your payment history', path: PATHS.paymentHistory },
    ],
    member(brand),
  );
}

export function purchaseApproved(
  order: ToBuyer & { amountPaise: Paise; quantity: bigint; hash: string },
): RenderedMail {
  const { brand, orderNumber } = order;
  return renderMail(
    brand,
    `Your order ${orderNumber} is approved`,
    [
      greeting(order.name),
      {
        line: `Good news: your payment is confirmed and ${tokens(order.quantity, brand)} have been added to your stock.`,
      },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupeesOfPaise(order.amountPaise)],
          ['Quantity', tokens(order.quantity, brand)],
          ['Transaction hash', order.hash],
        ],
      },
      { line: 'Please keep this mail: the transaction hash is your entry in our stock ledger.' },
      { link: 'See your stock', path: PATHS.userDashboard },
    ],
    member(brand),
  );
}

export function purchaseRejected(order: ToBuyer & { amountPaise: Paise; reason: string | null }): RenderedMail {
  const { brand, orderNumber } = order;
  return renderMail(
    brand,
    `Your order ${orderNumber} could not be confirmed`,
    [
      greeting(order.name),
      { line: 'We are sorry: our team could not confirm the payment for your order.' },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupeesOfPaise(order.amountPaise)],
          ...(order.reason ? ([['Reason', order.reason]] as const) : []),
        ],
      },
      {
        line: 'If you have paid, please keep your receipt and get in touch with the team, mentioning the order. If a detail was mistyped, you are welcome to submit the order again with the right one.',
      },
      { link: 'See your payment history', path: `${PATHS.paymentHistory}?status=REJECTED` },
    ],
    member(brand),
  );
}

/** An approval that was wrong is taken back. */
export function purchaseReversed(
  order: ToBuyer & { amountPaise: Paise; quantity: bigint; reason: string; hash: string },
): RenderedMail {
  const { brand, orderNumber } = order;
  return renderMail(
    brand,
    `The approval of your order ${orderNumber} has been reversed`,
    [
      greeting(order.name),
      {
        line: `We are sorry: your order was approved by mistake. The approval has been reversed, ${tokens(order.quantity, brand)} have been removed from your stock, and the receipt is cancelled.`,
      },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupeesOfPaise(order.amountPaise)],
          ['Quantity', tokens(order.quantity, brand)],
          ['Reason', order.reason],
          ['Transaction hash', order.hash],
        ],
      },
      {
        line: 'If you have paid, please keep your proof and get in touch with the team, mentioning the order. You may also submit it again with the right details.',
      },
      { link: 'See your payment history', path: `${PATHS.paymentHistory}?status=REVERSED` },
    ],
    member(brand),
  );
}

/** To the referrer, when the purchase that earned a reward is reversed. */
export function rewardReversed(reward: {
  brand: MailBrand;
  name: string;
  quantity: bigint;
  /** The member ID of the buyer: no name, no amount, no reason, those are the buyer's own. */
  fromMemberId: string;
  hash: string;
}): RenderedMail {
  const { brand } = reward;
  return renderMail(
    brand,
    `A reward of ${tokens(reward.quantity, brand)} has been reversed`,
    [
      greeting(reward.name),
      {
        line: 'A purchase by a member you referred was approved by mistake and has been reversed. The reward for it has been removed from your stock.',
      },
      {
        facts: [
          ['Reversed reward', tokens(reward.quantity, brand)],
          ['Referred member', reward.fromMemberId],
          ['Transaction hash', reward.hash],
        ],
      },
      { link: 'See your stock', path: PATHS.userDashboard },
    ],
    member(brand),
  );
}

/** To the referrer, when a purchase of the referred member is approved. */
export function rewardCredited(reward: {
  brand: MailBrand;
  name: string;
  quantity: bigint;
  /** The member ID of the buyer: no name, no amount, those are the buyer's own. */
  fromMemberId: string;
  hash: string;
}): RenderedMail {
  const { brand } = reward;
  return renderMail(
    brand,
    `You have received a reward of ${tokens(reward.quantity, brand)}`,
    [
      greeting(reward.name),
      {
        line: 'Thank you for telling others about us. A member you referred has made a purchase, and your reward has been added to your stock.',
      },
      {
        facts: [
          ['Reward', tokens(reward.quantity, brand)],
          ['Referred member', reward.fromMemberId],
          ['Transaction hash', reward.hash],
        ],
      },
      { link: 'See your stock', path: PATHS.userDashboard },
    ],
    member(brand),
  );
}

/** One purchase that waits for an admin, as the digest shows it. */
export interface WaitingPurchase {
  readonly orderNumber: string;
  readonly memberId: string;
  readonly memberName: string;
  readonly amountPaise: Paise;
  readonly paymentMethod: string;
  readonly referenceNumber: string | null;
  /** What is special about it, as 'waits for a second admin'; null for a new request. */
  readonly note: string | null;
}

const DIGEST_ROWS_MAX = 50;

function digestLine(purchase: WaitingPurchase): string {
  return [
    formatRupeesOfPaise(purchase.amountPaise),
    method(purchase.paymentMethod),
    ...(purchase.referenceNumber ? [`reference ${purchase.referenceNumber}`] : []),
    ...(purchase.note ? [purchase.note] : []),
    `${purchase.memberName} (${purchase.memberId})`,
  ].join(', ');
}

/** To an admin: one new purchase or a digest of several. */
export function purchasesWaiting({
  brand,
  purchases,
}: {
  brand: MailBrand;
  purchases: readonly WaitingPurchase[];
}): RenderedMail {
  const [first] = purchases;
  const one = purchases.length === 1 && first;
  const more = purchases.length - DIGEST_ROWS_MAX;
  return renderMail(
    brand,
    one
      ? `${first.note ? 'Purchase' : 'New purchase request'} ${first.orderNumber}${first.note ? `: ${first.note}` : ''}`
      : `${formatQuantity(BigInt(purchases.length))} purchase requests are waiting`,
    [
      { line: 'Hello,' },
      {
        line: one
          ? `A ${first.note ? 'purchase' : 'new purchase request'} is waiting for your decision:`
          : 'These purchase requests are waiting for your decision:',
      },
      {
        facts: purchases.slice(0, DIGEST_ROWS_MAX).map((purchase) => [purchase.orderNumber, digestLine(purchase)]),
      },
      ...(more > 0 ? [{ line: `… and ${formatQuantity(BigInt(more))} more.` }] : []),
      { line: 'Please compare each with the bank statement before you approve it.' },
      { link: 'Open the purchase requests', path: PATHS.purchaseRequest },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
