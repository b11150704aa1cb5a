/** The mails about purchases and stock. Amounts in paise, quantities in whole tokens; shown as people in India read them. */
import { formatQuantity, formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { languageNow, t, translated } from '../../core/texts.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

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
      ? t('Our team will get in touch with you about the payment and then confirm your order.')
      : t(
          'Our team will now check your payment, usually within a day. You do not need to do anything, and please do not pay a second time.',
        );
  const held =
    order.holdHours === 0
      ? t('The quantity is held for you in the meantime, and we will mail you once your order is decided.')
      : t('The quantity is held for you for {hours} hours, and we will mail you once your order is decided.', {
          hours: order.holdHours,
        });
  return renderMail(
    brand,
    t('We have received your order {order}', { order: orderNumber }),
    [
      greeting(order.name, languageNow()),
      { line: t('Thank you for your order. Here are the details:') },
      {
        facts: [
          [t('Order'), orderNumber],
          [t('Total Amount'), formatRupeesOfPaise(order.amountPaise)],
          [t('Payment method'), translated(method(order.paymentMethod))],
          ...(order.referenceNumber ? ([[t('Reference number'), order.referenceNumber]] as const) : []),
          [t('Quantity'), tokens(order.quantity, brand)],
        ],
      },
      { line: `${next} ${held}` },
      { link: t('See your payment history'), path: PATHS.paymentHistory },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

export function purchaseApproved(
  order: ToBuyer & { amountPaise: Paise; quantity: bigint; hash: string },
): RenderedMail {
  const { brand, orderNumber } = order;
  return renderMail(
    brand,
    t('Your order {order} is approved', { order: orderNumber }),
    [
      greeting(order.name, languageNow()),
      {
        line: t('Good news: your payment is confirmed and {tokens} have been added to your stock.', {
          tokens: tokens(order.quantity, brand),
        }),
      },
      {
        facts: [
          [t('Order'), orderNumber],
          [t('Total Amount'), formatRupeesOfPaise(order.amountPaise)],
          [t('Quantity'), tokens(order.quantity, brand)],
          [t('Transaction hash'), order.hash],
        ],
      },
      { line: t('Please keep this mail: the transaction hash is your entry in our stock ledger.') },
      { link: t('See your stock'), path: PATHS.userDashboard },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

export function purchaseRejected(order: ToBuyer & { amountPaise: Paise; reason: string | null }): RenderedMail {
  const { brand, orderNumber } = order;
  return renderMail(
    brand,
    t('Your order {order} could not be confirmed', { order: orderNumber }),
    [
      greeting(order.name, languageNow()),
      { line: t('We are sorry: our team could not confirm the payment for your order.') },
      {
        facts: [
          [t('Order'), orderNumber],
          [t('Total Amount'), formatRupeesOfPaise(order.amountPaise)],
          ...(order.reason ? ([[t('Reason'), order.reason]] as const) : []),
        ],
      },
      {
        line: t(
          'If you have paid, please keep your receipt and get in touch with the team, mentioning the order. If a detail was mistyped, you are welcome to submit the order again with the right one.',
        ),
      },
      { link: t('See your payment history'), path: `${PATHS.paymentHistory}?status=REJECTED` },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

/** An approval that was wrong is taken back. */
export function purchaseReversed(
  order: ToBuyer & { amountPaise: Paise; quantity: bigint; reason: string; hash: string },
): RenderedMail {
  const { brand, orderNumber } = order;
  return renderMail(
    brand,
    t('The approval of your order {order} has been reversed', { order: orderNumber }),
    [
      greeting(order.name, languageNow()),
      {
        line: t(
          'We are sorry: your order was approved by mistake. The approval has been reversed, {tokens} have been removed from your stock, and the receipt is cancelled.',
          { tokens: tokens(order.quantity, brand) },
        ),
      },
      {
        facts: [
          [t('Order'), orderNumber],
          [t('Total Amount'), formatRupeesOfPaise(order.amountPaise)],
          [t('Quantity'), tokens(order.quantity, brand)],
          [t('Reason'), order.reason],
          [t('Transaction hash'), order.hash],
        ],
      },
      {
        line: t(
          'If you have paid, please keep your proof and get in touch with the team, mentioning the order. You may also submit it again with the right details.',
        ),
      },
      { link: t('See your payment history'), path: `${PATHS.paymentHistory}?status=REVERSED` },
    ],
    toAccountHolder(brand),
    languageNow(),
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
  checkpoint,
}: {
  brand: MailBrand;
  purchases: readonly WaitingPurchase[];
  /** The newest signed checkpoint of the ledger, which the admins then have outside the site; null before the first one. */
  checkpoint: string | null;
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
      ...(checkpoint === null
        ? []
        : [
            {
              line: 'Please keep this signed checkpoint of the ledger. With it npm run ledger:verify finds a change of what came before:',
            },
            { verbatim: checkpoint },
          ]),
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
