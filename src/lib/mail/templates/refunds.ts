/** The mails about refunds, to the member. Accounts are masked. */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { languageNow, t, translated } from '../../core/texts.ts';
import { type Block, greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

interface AboutRefund {
  readonly brand: MailBrand;
  readonly name: string;
  /** `RFD-…` */
  readonly number: string;
  readonly amountPaise: Paise;
}

function refundMail({ brand, name }: AboutRefund, title: string, blocks: readonly Block[]): RenderedMail {
  const all = [greeting(name, languageNow()), ...blocks];
  return renderMail(brand, title, all, toAccountHolder(brand), languageNow());
}

const link = (): Block => ({ link: t('See your refund'), path: PATHS.refunds });

/** The team needs an account, or another one. */
export function refundRequested(
  about: AboutRefund & {
    readonly orderNumber: string;
    /** Why it is asked for again; '' for the first time. */
    readonly reason: string;
  },
): RenderedMail {
  const { reason, orderNumber: order } = about;
  const amount = formatRupeesOfPaise(about.amountPaise);
  return refundMail(about, t('Where may we send your refund of {amount}?', { amount }), [
    ...(reason === ''
      ? [
          {
            line: t(
              'We are paying back money of your order {order}. Please log in and enter your bank account or UPI ID.',
              { order },
            ),
          },
        ]
      : [
          { line: t('Please log in and enter your bank account or UPI ID again. Our team writes:') },
          { line: translated(reason) },
        ]),
    {
      facts: [
        [t('Refund'), about.number],
        [t('Amount'), amount],
      ],
    },
    { line: t('We never ask for your PIN, your password or a payment. Do not send your account by mail or phone.') },
    { link: t('Enter your account'), path: PATHS.refunds },
  ]);
}

/** Somebody with the member's session entered an account. */
export function refundAccountEntered(about: AboutRefund & { readonly payee: string }): RenderedMail {
  return refundMail(about, t('The account for your refund {number} was saved', { number: about.number }), [
    { line: t('Our team will look at it and pay the refund to this account:') },
    {
      facts: [
        [t('Refund'), about.number],
        [t('Amount'), formatRupeesOfPaise(about.amountPaise)],
        [t('Account'), about.payee],
      ],
    },
    {
      line: t(
        'If you did not do this, please correct the account, change your password and tell our team immediately.',
      ),
    },
    link(),
  ]);
}

/** The bank has paid it. */
export function refundPaid(
  about: AboutRefund & {
    readonly orderNumber: string;
    /** `YYYY-MM-DD` in India. */
    readonly paidOn: string;
    readonly bankReference: string | null;
  },
): RenderedMail {
  const { orderNumber: order, bankReference: reference } = about;
  const amount = formatRupeesOfPaise(about.amountPaise);
  const day = about.paidOn.split('-').reverse().join('/');
  return refundMail(about, t('Your refund {number} was paid', { number: about.number }), [
    {
      line:
        reference === null
          ? t('We have paid {amount} for order {order}. Day: {day}.', { amount, order, day })
          : t('We have paid {amount} for order {order}. Day: {day}. Bank reference: {reference}.', {
              amount,
              order,
              day,
              reference,
            }),
    },
    { line: t('Banks can take a day to show it.') },
    link(),
  ]);
}

/** The refund will not be paid. */
export function refundCancelled(
  about: AboutRefund & { readonly orderNumber: string; readonly reason: string },
): RenderedMail {
  const { orderNumber: order, reason: text } = about;
  const amount = formatRupeesOfPaise(about.amountPaise);
  return refundMail(about, t('Your refund {number} was cancelled', { number: about.number }), [
    { line: t('The refund of {amount} for order {order} was cancelled.', { amount, order }) },
    { line: t('Reason: {text}', { text }) },
    link(),
  ]);
}
