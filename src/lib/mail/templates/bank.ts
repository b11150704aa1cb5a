/** The mails about what a bank statement says. Amounts in paise, days as `YYYY-MM-DD` in India. */
import { formatLongDay } from '../../core/format.ts';
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { languageNow, t } from '../../core/texts.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

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
      greeting(name, languageNow()),
      { line: lines[0] ?? '' },
      {
        facts: [
          [t('Order'), orderNumber],
          [t('Reference number'), referenceNumber],
          [t('Total Amount'), formatRupeesOfPaise(duePaise)],
        ],
      },
      ...lines.slice(1).map((line) => ({ line })),
      { link: t('See your payment history'), path: PATHS.paymentHistory },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

/** The statement has the payment, and an admin has not approved it yet. */
export function purchaseSeen(order: Order & { seenOn: string }): RenderedMail {
  return toBuyer(order, t('Your payment for order {order} was seen at the bank', { order: order.orderNumber }), [
    t('Your payment was seen at the bank on {day} and is waiting for approval.', { day: formatLongDay(order.seenOn) }),
    t('You do not need to do anything. We will mail you once your order is decided.'),
  ]);
}

/** The statement goes beyond the day of the submission and does not have the payment. */
export function purchaseMissing(order: Order & { readUntil: string }): RenderedMail {
  return toBuyer(
    order,
    t('Your payment for order {order} is not on our bank statement yet', { order: order.orderNumber }),
    [
      t('Your payment was not found yet. Our bank statement was read up to {day}.', {
        day: formatLongDay(order.readUntil),
      }),
      t(
        'Please compare the reference number with the one in your bank or UPI app. If the payment has left your account and the number is right, keep your receipt and please do not pay a second time: we look for it again with each new statement.',
      ),
    ],
  );
}

/** The statement has the reference number with another amount. */
export function purchaseAmountDiffers(order: Order & { seenOn: string; amountPaise: Paise }): RenderedMail {
  const [received, due] = [formatRupeesOfPaise(order.amountPaise), formatRupeesOfPaise(order.duePaise)];
  return toBuyer(order, t('Another amount was received for your order {order}', { order: order.orderNumber }), [
    t('The bank received {received} on {day} with the reference number of your order. The amount due is {due}.', {
      received,
      day: formatLongDay(order.seenOn),
      due,
    }),
    t('Our team will look into it and decide. Please do not pay a second time.'),
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
