/** The mails about messages between buyers and admins. */
import { orderMessagesPath, PATHS, requestMessagesPath } from '../../core/paths.ts';
import { greeting, type MailBrand, type RenderedMail, renderMail } from './template.ts';

interface AboutOrder {
  readonly brand: MailBrand;
  readonly orderNumber: string;
  readonly purchaseId: string;
}

/** What the team wrote to the buyer; a question says that the order waits for the answer. */
export function purchaseMessage(
  letter: AboutOrder & { readonly name: string; readonly text: string; readonly isQuestion: boolean },
): RenderedMail {
  const { brand, orderNumber, purchaseId, name, text, isQuestion } = letter;
  return renderMail(
    brand,
    isQuestion ? `We have a question about your order ${orderNumber}` : `A message about your order ${orderNumber}`,
    [
      greeting(name),
      { line: isQuestion ? 'Our team needs something from you to go on with your order:' : 'Our team writes:' },
      { line: text },
      ...(isQuestion ? [{ line: 'Your order stays open until you answer. Please do not pay a second time.' }] : []),
      { link: 'Answer', path: orderMessagesPath(orderNumber, purchaseId) },
    ],
    `You are receiving this mail because you have an order at ${brand.siteUrl}. Please answer there: replies to this mail are not read.`,
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

/** An announcement of the team to members who did not decline it. @param unsubscribe the page that ends them */
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
      greeting(name),
      { line: text },
      { link: 'Open your notifications', path: PATHS.notifications },
      { link: 'Unsubscribe from announcements and reminders', path: unsubscribe.path },
    ],
    `You are receiving this mail because you have an account at ${brand.siteUrl}.`,
  );
}
