/** Reminders of what waits. */
import { formatLongDay } from '../../core/format.ts';
import { orderMessagesPath, PATHS } from '../../core/paths.ts';
import { languageNow, t } from '../../core/texts.ts';
import { type Block, greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

interface ToMember {
  readonly brand: MailBrand;
  readonly name: string;
  readonly kind: 'question' | 'rejected' | 'verification' | 'address' | 'refund';
  /** Of the purchase that it is about. */
  readonly aboutId: string | null;
  readonly orderNumber: string | null;
  /** When wallet addresses are locked; null while it is not set. */
  readonly freezeAt: Date | null;
  readonly unsubscribe: { readonly path: string };
}

export function reminderToMember(letter: ToMember): RenderedMail {
  const { brand, name, unsubscribe } = letter;
  const [title, ...blocks] = contentOf(letter);
  return renderMail(
    brand,
    title,
    [
      greeting(name, languageNow()),
      ...blocks,
      { link: t('Unsubscribe from announcements and reminders'), path: unsubscribe.path },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

function contentOf({ kind, orderNumber, aboutId, freezeAt, brand }: ToMember): [title: string, ...Block[]] {
  const order = orderNumber ?? '';
  if (kind === 'question')
    return [
      t('Your order {order} waits for your answer', { order }),
      { line: t('Our team has asked you something about your order. It goes on when you answer.') },
      { link: t('Answer'), path: orderMessagesPath(order, aboutId ?? '') },
    ];
  if (kind === 'rejected')
    return [
      t('Your order {order} was rejected. Send it again?', { order }),
      {
        line: t('If you have paid, you can correct what was wrong and send it again. You need not pay a second time.'),
      },
      { link: t('Correct and send again'), path: `${PATHS.paymentHistory}?status=REJECTED` },
    ];
  if (kind === 'refund')
    return [
      t('Where may we send your refund for {order}?', { order }),
      {
        line: t(
          'We are paying back money of your order {order}. Please log in and enter your bank account or UPI ID.',
          {
            order,
          },
        ),
      },
      { line: t('We never ask for your PIN, your password or a payment. Do not send your account by mail or phone.') },
      { link: t('Enter your account'), path: PATHS.refunds },
    ];
  if (kind === 'address')
    return [
      t('Where may we send your tokens?'),
      {
        line: t(
          'You hold {symbol}, and your profile has no wallet address yet. Without one you cannot receive your tokens at the launch.',
          { symbol: brand.symbol },
        ),
      },
      ...(freezeAt ? [{ line: t('Addresses can be changed until {day}.', { day: formatLongDay(freezeAt) }) }] : []),
      { link: t('Add your wallet address'), path: PATHS.profile },
    ];
  return [
    t('Your details are not complete yet'),
    { line: t('To verify your account, our team needs your Aadhaar number. You can add it in your profile.') },
    { link: t('Complete your profile'), path: PATHS.profile },
  ];
}

/** What has waited for the admins, by number. */
interface Waiting {
  readonly purchases: number;
  readonly unanswered: number;
  readonly refunds: number;
  readonly members: number;
}

/** What has waited for the admins longer than so many hours; what does not wait is left out. */
export function reminderToAdmins({
  brand,
  hours,
  unsubscribe,
  ...waiting
}: Waiting & Pick<ToMember, 'brand' | 'unsubscribe'> & { readonly hours: number }): RenderedMail {
  const facts: [string, number][] = [
    ['Purchases to decide', waiting.purchases],
    ['Messages to read', waiting.unanswered],
    ['Refunds to approve', waiting.refunds],
    ['Members to verify', waiting.members],
  ];
  return renderMail(
    brand,
    'Buyers are waiting for you',
    [
      { line: `This has waited for more than ${hours} hours:` },
      {
        facts: facts.filter(([, count]) => count > 0).map(([what, count]): [string, string] => [what, String(count)]),
      },
      { link: 'Open the dashboard', path: PATHS.adminDashboard },
      { link: 'Unsubscribe from this reminder', path: unsubscribe.path },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}. It comes at most once a day.`,
  );
}
