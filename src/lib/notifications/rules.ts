/** The texts and links of notifications. */
import { orderMessagesPath, PATHS, refundsPath, requestMessagesPath } from '../core/paths.ts';
import { t } from '../core/texts.ts';

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
    title: t('Your order {order} is approved', { order }),
    text: t('The tokens are in your stock.'),
    link: history(order),
  }),
  'purchase-rejected': (order) => ({
    title: t('Your order {order} was rejected', { order }),
    text: t('See the reason, correct it and send it again.'),
    link: history(order),
  }),
  'purchase-reversed': (order) => ({
    title: t('The approval of {order} was reversed', { order }),
    text: t('See the reason in your payment history.'),
    link: history(order),
  }),
  'purchase-question': (order, id) => ({
    title: t('We have a question about {order}', { order }),
    text: t('Your order stays open until you answer.'),
    link: orderMessagesPath(order, id),
  }),
  'purchase-message': (order, id) => ({
    title: t('New message about {order}', { order }),
    text: '',
    link: orderMessagesPath(order, id),
  }),
  'purchase-answered': (order, id) => ({
    title: `The buyer of ${order} has written`,
    text: '',
    link: requestMessagesPath(order, id),
  }),
  'reminder-question': (order, id) => ({
    title: t('Your order {order} waits for your answer', { order }),
    text: t('It goes on when you answer.'),
    link: orderMessagesPath(order, id),
  }),
  'reminder-rejected': (order) => ({
    title: t('Your order {order} was rejected. Send it again?', { order }),
    text: t('If you have paid, you need not pay a second time.'),
    link: history(order),
  }),
  'reminder-verification': () => ({
    title: t('Your details are not complete yet'),
    text: t('Our team needs your Aadhaar number to verify your account.'),
    link: PATHS.profile,
  }),
  'reminder-address': () => ({
    title: t('Where may we send your tokens?'),
    text: t('Your profile has no wallet address yet.'),
    link: PATHS.profile,
  }),
  'reminder-refund': (order) => ({
    title: t('Where may we send your refund for {order}?', { order }),
    text: t('Please enter your bank account or UPI ID.'),
    link: PATHS.refunds,
  }),
  'reminder-waiting': () => ({
    title: 'Buyers are waiting for you',
    text: '',
    link: PATHS.adminDashboard,
  }),
  'holds-unproven': () => ({
    title: 'Many orders without a proof hold tokens',
    text: 'They hold half of what they may hold together. Please look at the purchase requests.',
    link: PATHS.purchaseRequest,
  }),
  'refund-requested': (order) => ({
    title: t('Where may we send your refund for {order}?', { order }),
    text: t('Please enter your bank account or UPI ID.'),
    link: PATHS.refunds,
  }),
  'refund-paid': (order) => ({
    title: t('Your refund for {order} is paid', { order }),
    text: t('Banks can take a day to show it.'),
    link: PATHS.refunds,
  }),
  'refund-cancelled': (order) => ({
    title: t('The refund for {order} was cancelled', { order }),
    text: t('See the reason.'),
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
  'reward-held': () => ({
    title: t('A reward is on hold'),
    text: t('Its tokens are reserved for you. See why on your dashboard.'),
    link: PATHS.userDashboard,
  }),
  'reward-credited': () => ({
    title: t('A reward that was on hold is credited'),
    text: t('The tokens are in your stock.'),
    link: PATHS.userDashboard,
  }),
  'reward-refused': () => ({
    title: t('A reward was refused'),
    text: t('See the reason on your dashboard.'),
    link: PATHS.userDashboard,
  }),
  'reward-reversed': () => ({
    title: t('A reward on hold has ended'),
    text: t('Its purchase was reversed.'),
    link: PATHS.userDashboard,
  }),
  'account-verified': () => ({ title: t('Your account is verified'), text: '', link: PATHS.profile }),
};

/** A kind that a later version wrote shows its name. */
export function shownNotification({ kind, aboutId, orderNumber, announcement }: NotificationFacts): Shown {
  if (announcement) return { ...announcement, link: null };
  const make = MAKERS[kind];
  const name = kind.replaceAll('-', ' ');
  return make?.(orderNumber ?? t('your order'), aboutId ?? '') ?? { title: name, text: '', link: null };
}
