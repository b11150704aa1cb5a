/** The mails about messages between buyers and admins. */
import { orderMessagesPath, PATHS, requestMessagesPath } from '../../core/paths.ts';
import { languageNow, t } from '../../core/texts.ts';
import {
  englishTime,
  greeting,
  type MailBrand,
  type RenderedMail,
  renderMail,
  toAccountHolder,
  withoutPayees,
} from './template.ts';

interface AboutOrder {
  readonly brand: MailBrand;
  readonly orderNumber: string;
  readonly purchaseId: string;
}

/** What the team wrote to the buyer, as it was written; a question says that the order waits for the answer. */
export function purchaseMessage(
  letter: AboutOrder & { readonly name: string; readonly text: string; readonly isQuestion: boolean },
): RenderedMail {
  const { brand, orderNumber: order, purchaseId, name, text, isQuestion } = letter;
  return renderMail(
    brand,
    isQuestion
      ? t('We have a question about your order {order}', { order })
      : t('A message about your order {order}', { order }),
    [
      greeting(name, languageNow()),
      { line: isQuestion ? t('Our team needs something from you to go on with your order:') : t('Our team writes:') },
      { line: text },
      ...(isQuestion ? [{ line: t('Your order stays open until you answer. Please do not pay a second time.') }] : []),
      { link: t('Answer'), path: orderMessagesPath(order, purchaseId) },
    ],
    withoutPayees(
      t(
        'You are receiving this mail because you have an order at {site}. Please answer there: replies to this mail are not read.',
        { site: brand.siteUrl },
      ),
    ),
    languageNow(),
  );
}

/** To the admins: a buyer wrote. Without the text, which may be personal. */
export function buyerAnswered({
  brand,
  orderNumber,
  purchaseId,
  isAnswer,
}: AboutOrder & { readonly isAnswer: boolean }): RenderedMail {
  return renderMail(
    brand,
    isAnswer ? `The buyer of ${orderNumber} has answered` : `The buyer of ${orderNumber} has written`,
    [
      {
        line: isAnswer
          ? `The buyer has answered the question about order ${orderNumber}. It can be decided now.`
          : `There is a new message about order ${orderNumber}.`,
      },
      { link: 'Read the message', path: requestMessagesPath(orderNumber, purchaseId) },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

/** To the admins: a message in an admin's own words waits. Without the text, which may be personal. */
export function messageProposed({
  brand,
  orderNumber,
  purchaseId,
  by,
  until,
}: AboutOrder & { readonly by: string; readonly until: string }): RenderedMail {
  return renderMail(
    brand,
    `A message about ${orderNumber} waits for a second admin`,
    [
      {
        line: `${by} has written to the buyer of ${orderNumber}. The buyer reads it once another admin has confirmed it.`,
      },
      { facts: [['Until', englishTime(new Date(until))]] },
      { line: 'A message never says where to pay. Please refuse one that does.' },
      { link: 'Read the message', path: requestMessagesPath(orderNumber, purchaseId) },
    ],
    `You are receiving this mail because you are an admin at ${brand.siteUrl}.`,
  );
}

/** An announcement, as the team wrote it, to members who did not decline it. @param unsubscribe the page that ends them */
export function announcement(letter: {
  readonly brand: MailBrand;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly unsubscribe: { readonly path: string };
}): RenderedMail {
  const { brand, name, title, text, unsubscribe } = letter;
  return renderMail(
    brand,
    title,
    [
      greeting(name, languageNow()),
      { line: text },
      { link: t('Open your notifications'), path: PATHS.notifications },
      { link: t('Unsubscribe from announcements and reminders'), path: unsubscribe.path },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}
