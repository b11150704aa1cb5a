/** The letters about purchases and stock. Amounts in paise, quantities in whole tokens; shown as people in India read them. */
import { formatQuantity, formatRupees, type Paise } from '../core/money.ts';
import { PATHS } from '../core/paths.ts';
import { greeting, type Letter, letter, type MailBrand } from './letter.ts';

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
  return `You are getting this mail because you have an account at ${brand.siteUrl}.`;
}

/** The proof has come in and waits for an admin. */
export function purchaseSubmitted(
  it: ToBuyer & { amountPaise: Paise; paymentMethod: string; quantity: bigint; referenceNumber: string | null },
): Letter {
  const { brand, orderNumber } = it;
  const next =
    it.paymentMethod === 'MANUAL'
      ? 'Our team will get in touch with you about the payment and then confirm your order.'
      : 'Our team will now compare your payment with our bank statement. You do not need to do anything, and please do not pay a second time.';
  return letter(
    brand,
    `We have received your order ${orderNumber}`,
    [
      greeting(it.name),
      { line: 'Thank you for your order. Here is what we have noted:' },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupees(it.amountPaise)],
          ['Payment method', method(it.paymentMethod)],
          ...(it.referenceNumber ? ([['Reference number', it.referenceNumber]] as const) : []),
          ['Quantity', tokens(it.quantity, brand)],
        ],
      },
      { line: `${next} The quantity is held for you meanwhile, and we will mail you once it is decided.` },
      { link: 'See your payment history', path: PATHS.paymentHistory },
    ],
    member(brand),
  );
}

export function purchaseApproved(it: ToBuyer & { amountPaise: Paise; quantity: bigint; hash: string }): Letter {
  const { brand, orderNumber } = it;
  return letter(
    brand,
    `Your order ${orderNumber} is approved`,
    [
      greeting(it.name),
      { line: `Good news: your payment is confirmed and ${tokens(it.quantity, brand)} have been added to your stock.` },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupees(it.amountPaise)],
          ['Quantity', tokens(it.quantity, brand)],
          ['Transaction hash', it.hash],
        ],
      },
      { line: 'Please keep this mail: the transaction hash is your entry in our stock ledger.' },
      { link: 'See your stock', path: PATHS.userDashboard },
    ],
    member(brand),
  );
}

export function purchaseRejected(it: ToBuyer & { amountPaise: Paise; reason: string | null }): Letter {
  const { brand, orderNumber } = it;
  return letter(
    brand,
    `Your order ${orderNumber} could not be confirmed`,
    [
      greeting(it.name),
      { line: 'We are sorry: our team could not confirm the payment for your order.' },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupees(it.amountPaise)],
          ...(it.reason ? ([['Reason', it.reason]] as const) : []),
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
  it: ToBuyer & { amountPaise: Paise; quantity: bigint; reason: string; hash: string },
): Letter {
  const { brand, orderNumber } = it;
  return letter(
    brand,
    `The approval of your order ${orderNumber} has been reversed`,
    [
      greeting(it.name),
      {
        line: `We are sorry: your order had been approved by mistake. The approval has been reversed, ${tokens(it.quantity, brand)} have been taken out of your stock, and the receipt is cancelled.`,
      },
      {
        facts: [
          ['Order', orderNumber],
          ['Total amount', formatRupees(it.amountPaise)],
          ['Quantity', tokens(it.quantity, brand)],
          ['Reason', it.reason],
          ['Transaction hash', it.hash],
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
export function rewardReversed(it: {
  brand: MailBrand;
  name: string;
  quantity: bigint;
  /** The member ID of the buyer: no name, no amount, no reason, those are the buyer's own. */
  fromMemberId: string;
  hash: string;
}): Letter {
  const { brand } = it;
  return letter(
    brand,
    `A reward of ${tokens(it.quantity, brand)} has been taken back`,
    [
      greeting(it.name),
      {
        line: 'A purchase of a member whom you referred had been approved by mistake and has been reversed. The reward that it had earned you has been taken out of your stock.',
      },
      {
        facts: [
          ['Reward taken back', tokens(it.quantity, brand)],
          ['Referred member', it.fromMemberId],
          ['Transaction hash', it.hash],
        ],
      },
      { link: 'See your stock', path: PATHS.userDashboard },
    ],
    member(brand),
  );
}

/** To the referrer, when a purchase of the referred member is approved. */
export function rewardCredited(it: {
  brand: MailBrand;
  name: string;
  quantity: bigint;
  /** The member ID of the buyer: no name, no amount, those are the buyer's own. */
  fromMemberId: string;
  hash: string;
}): Letter {
  const { brand } = it;
  return letter(
    brand,
    `You have received a reward of ${tokens(it.quantity, brand)}`,
    [
      greeting(it.name),
      {
        line: 'Thank you for telling others about us. A member whom you referred has bought, and your reward has been added to your stock.',
      },
      {
        facts: [
          ['Reward', tokens(it.quantity, brand)],
          ['Referred member', it.fromMemberId],
          ['Transaction hash', it.hash],
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

/** To an admin: one new purchase or a digest of several. */
export function purchasesWaiting({
  brand,
  purchases,
}: {
  brand: MailBrand;
  purchases: readonly WaitingPurchase[];
}): Letter {
  const [first] = purchases;
  const one = purchases.length === 1 && first;
  const more = purchases.length - DIGEST_ROWS_MAX;
  return letter(
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
        facts: purchases
          .slice(0, DIGEST_ROWS_MAX)
          .map((it) => [
            it.orderNumber,
            [
              formatRupees(it.amountPaise),
              method(it.paymentMethod),
              ...(it.referenceNumber ? [`reference ${it.referenceNumber}`] : []),
              ...(it.note ? [it.note] : []),
              `${it.memberName} (${it.memberId})`,
            ].join(', '),
          ]),
      },
      ...(more > 0 ? [{ line: `… and ${formatQuantity(BigInt(more))} more.` }] : []),
      { line: 'Please compare each with the bank statement before you approve it.' },
      { link: 'Open the purchase requests', path: PATHS.purchaseRequest },
    ],
    `You are getting this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
