/** Texts of admins that buyers read: what is said where one can't be sent. */

export const NAMES_PAYEE =
  'Buyers read this text. Please leave out UPI IDs, mail addresses, account and phone numbers, IFSC codes and links to other sites: ' +
  'buyers pay only to the accounts on the payment screen.';

export const ONLY_READY =
  'Your company needs two admins for texts to buyers. Please choose one of the ready sentences here. Your own words can go as a ' +
  'message about the order, which a second admin confirms.';
