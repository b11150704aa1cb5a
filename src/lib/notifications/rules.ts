/** The texts and links of notifications. */
import { orderMessagesPath, PATHS, refundsPath, requestMessagesPath } from '../core/paths.ts';

/** Days after which notifications are deleted. */
export const NOTIFICATION_DAYS = 90;

/** The bell shows '99+' above 99, so no more are counted. */
export const UNREAD_COUNTED_MAX = 100;

export interface NotificationFacts {
  readonly kind: string;
  readonly aboutId: string | null;
  /** Of the purchase that it is about. */
  readonly orderNumber: string | null;
  /** What the team announced. */
  readonly announcement: { readonly title: string; readonly text: string } | null;
}

interface Shown {
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
}

type Maker = (order: string, id: string) => Shown;
const history = (order: string): string => `${PATHS.paymentHistory}?status=ALL&search=${encodeURIComponent(order)}`;

const MAKERS: Readonly<Record<string, Maker>> = {
  'purchase-approved': (order) => ({
    title: `Your order ${order} is approved`,
    text: 'The tokens are in your stock.',
    link: history(order),
  }),
  'purchase-rejected': (order) => ({
    title: `Your order ${order} was rejected`,
    text: 'See the reason, correct it and send it again.',
    link: history(order),
  }),
  'purchase-reversed': (order) => ({
    title: `The approval of ${order} was reversed`,
    text: 'See the reason in your payment history.',
    link: history(order),
  }),
  'purchase-question': (order, id) => ({
    title: `We have a question about ${order}`,
    text: 'Your order stays open until you answer.',
    link: orderMessagesPath(order, id),
  }),
  'purchase-message': (order, id) => ({
    title: `New message about ${order}`,
    text: '',
    link: orderMessagesPath(order, id),
  }),
  'purchase-answered': (order, id) => ({
    title: `The buyer of ${order} has written`,
    text: '',
    link: requestMessagesPath(order, id),
  }),
  'reminder-question': (order, id) => ({
    title: `Your order ${order} waits for your answer`,
    text: 'It goes on when you answer.',
    link: orderMessagesPath(order, id),
  }),
  'reminder-rejected': (order) => ({
    title: `Your order ${order} was rejected. Send it again?`,
    text: 'If you have paid, you need not pay a second time.',
    link: history(order),
  }),
  'reminder-verification': () => ({
    title: 'Your details are not complete yet',
    text: 'Our team needs your Aadhaar number to verify your account.',
    link: PATHS.profile,
  }),
  'reminder-address': () => ({
    title: 'Where may we send your tokens?',
    text: 'Your profile has no wallet address yet.',
    link: PATHS.profile,
  }),
  'reminder-waiting': () => ({
    title: 'Buyers are waiting for a decision',
    text: '',
    link: PATHS.purchaseRequest,
  }),
  'refund-requested': (order) => ({
    title: `Where may we send your refund for ${order}?`,
    text: 'Please enter your bank account or UPI ID.',
    link: PATHS.refunds,
  }),
  'refund-paid': (order) => ({
    title: `Your refund for ${order} is paid`,
    text: 'Banks can take a day to show it.',
    link: PATHS.refunds,
  }),
  'refund-cancelled': (order) => ({
    title: `The refund for ${order} was cancelled`,
    text: 'See the reason.',
    link: PATHS.refunds,
  }),
  'refund-to-approve': (order) => ({
    title: `A refund for ${order} waits for approval`,
    text: 'The member has entered an account.',
    link: refundsPath(order),
  }),
  'refund-late': (order) => ({
    title: `An earlier payout of the refund for ${order} went out`,
    text: 'A bank statement shows it. Please make sure that it is not paid twice.',
    link: refundsPath(order),
  }),
  'account-verified': () => ({ title: 'Your account is verified', text: '', link: PATHS.profile }),
};

/** A kind that a later version wrote shows its name. */
export function shownNotification({ kind, aboutId, orderNumber, announcement }: NotificationFacts): Shown {
  if (announcement) return { ...announcement, link: null };
  const make = MAKERS[kind];
  const name = kind.replaceAll('-', ' ');
  return make?.(orderNumber ?? 'your order', aboutId ?? '') ?? { title: name, text: '', link: null };
}
