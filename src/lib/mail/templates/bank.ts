/** The mails about what a bank statement says. Amounts in paise, days as `YYYY-MM-DD` in India. */
import { formatLongDay } from '../../core/format.ts';
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface Order {
  readonly brand: MailBrand;
  readonly name: string;
  readonly orderNumber: string;
  readonly referenceNumber: string;
  readonly duePaise: Paise;
}

function toBuyer(
  { brand, name, orderNumber, referenceNumber, duePaise }: Order,
  title: string,
  lines: string[],
): RenderedMail {
  return renderMail(
    brand,
    title,
    [
      greeting(name),
      { line: lines[0] ?? '' },
      {
        facts: [
          ['Order', orderNumber],
          ['Reference number', referenceNumber],
          ['Total amount', formatRupeesOfPaise(duePaise)],
        ],
      },
      ...lines.slice(1).map((line) => ({ line })),
      { link: 'See your payment history', path: PATHS.paymentHistory },
    ],
    `You are receiving this mail because you have an account at ${brand.siteUrl}.`,
  );
}

/** The statement has the payment, and an admin has not approved it yet. */
export function purchaseSeen(order: Order & { seenOn: string }): RenderedMail {
  return toBuyer(order, `Your payment for order ${order.orderNumber} was seen at the bank`, [
    `Your payment was seen at the bank on ${formatLongDay(order.seenOn)} and is waiting for approval.`,
    'You do not need to do anything. We will mail you once your order is decided.',
  ]);
}

/** The statement goes beyond the day of the submission and does not have the payment. */
export function purchaseMissing(order: Order & { readUntil: string }): RenderedMail {
  return toBuyer(order, `Your payment for order ${order.orderNumber} is not on our bank statement yet`, [
    `Your payment was not found yet. Our bank statement was read up to ${formatLongDay(order.readUntil)}.`,
    'Please compare the reference number with the one in your bank or UPI app. If the payment has left your account and the number is right, keep your receipt and please do not pay a second time: we look for it again with each new statement.',
  ]);
}

/** The statement has the reference number with another amount. */
export function purchaseAmountDiffers(order: Order & { seenOn: string; amountPaise: Paise }): RenderedMail {
  const [received, due] = [formatRupeesOfPaise(order.amountPaise), formatRupeesOfPaise(order.duePaise)];
  return toBuyer(order, `Another amount was received for your order ${order.orderNumber}`, [
    `The bank received ${received} on ${formatLongDay(order.seenOn)} with the reference number of your order. The amount due is ${due}.`,
    'Our team will look into it and decide. Please do not pay a second time.',
  ]);
}

/** To an admin: the bank took back payments whose purchases are approved. */
export function paymentsReversed({
  brand,
  orderNumbers,
}: {
  brand: MailBrand;
  orderNumbers: readonly string[];
}): RenderedMail {
  const one = orderNumbers.length === 1;
  const [shownMax, first] = [50, orderNumbers[0] ?? ''];
  return renderMail(
    brand,
    one
      ? `The bank reversed the payment of order ${first}`
      : `The bank reversed the payments of ${orderNumbers.length} orders`,
    [
      { line: 'Hello,' },
      {
        line: `The bank statement that was just imported shows that the bank took back ${one ? 'a payment whose order is' : 'payments whose orders are'} already approved. Nothing was changed:`,
      },
      { line: orderNumbers.slice(0, shownMax).join(', ') },
      { line: 'Please check with your bank, and reverse the approval if the money is gone.' },
      { link: 'Open the reconciliation', path: PATHS.reconciliation },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}
