/** The mails about refunds, to the member. Accounts are masked. */
import { formatRupeesOfPaise, type Paise } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface AboutRefund {
  readonly brand: MailBrand;
  readonly name: string;
  /** `RFD-…` */
  readonly number: string;
  readonly amountPaise: Paise;
}

const footer = (brand: MailBrand): string =>
  `You are receiving this mail because you have an account at ${brand.siteUrl}.`;
const link = { link: 'See your refund', path: PATHS.refunds } as const;

/** The team needs an account, or another one. */
export function refundRequested(
  about: AboutRefund & {
    readonly orderNumber: string;
    /** Why it is asked for again; '' for the first time. */
    readonly reason: string;
  },
): RenderedMail {
  const { brand, reason, orderNumber } = about;
  return renderMail(
    brand,
    `Where may we send your refund of ${formatRupeesOfPaise(about.amountPaise)}?`,
    [
      greeting(about.name),
      {
        line:
          reason === ''
            ? `We are paying back money of your order ${orderNumber}. Please log in and enter your bank account or UPI ID.`
            : 'Please log in and enter your bank account or UPI ID again. Our team writes:',
      },
      ...(reason === '' ? [] : [{ line: reason }]),
      { facts: [['Refund', about.number] as const, ['Amount', formatRupeesOfPaise(about.amountPaise)] as const] },
      { line: 'We never ask for your PIN, your password or a payment. Do not send your account by mail or phone.' },
      { link: 'Enter your account', path: PATHS.refunds },
    ],
    footer(brand),
  );
}

/** Somebody with the member's session entered an account. */
export function refundAccountEntered(about: AboutRefund & { readonly payee: string }): RenderedMail {
  return renderMail(
    about.brand,
    `The account for your refund ${about.number} was saved`,
    [
      greeting(about.name),
      { line: 'Our team will look at it and pay the refund to this account:' },
      {
        facts: [
          ['Refund', about.number],
          ['Amount', formatRupeesOfPaise(about.amountPaise)],
          ['Account', about.payee],
        ],
      },
      {
        line: 'If you did not do this, please correct the account, change your password and tell our team immediately.',
      },
      link,
    ],
    footer(about.brand),
  );
}

/** The bank has paid it. */
export function refundPaid(
  about: AboutRefund & {
    readonly orderNumber: string;
    /** When, and the bank's number. */
    readonly reason: string;
  },
): RenderedMail {
  return renderMail(
    about.brand,
    `Your refund ${about.number} was paid`,
    [
      greeting(about.name),
      {
        line: `We have paid ${formatRupeesOfPaise(about.amountPaise)} for order ${about.orderNumber}. ${about.reason}`,
      },
      { line: 'Banks can take a day to show it.' },
      link,
    ],
    footer(about.brand),
  );
}

/** The refund will not be paid. */
export function refundCancelled(
  about: AboutRefund & { readonly orderNumber: string; readonly reason: string },
): RenderedMail {
  return renderMail(
    about.brand,
    `Your refund ${about.number} was cancelled`,
    [
      greeting(about.name),
      { line: `The refund of ${formatRupeesOfPaise(about.amountPaise)} for order ${about.orderNumber} was cancelled.` },
      { line: `Reason: ${about.reason}` },
      link,
    ],
    footer(about.brand),
  );
}
