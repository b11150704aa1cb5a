/** In every thread and mail to buyers, so that a forged one is noticed. */
export const NO_PAYEES = 'We never send payment details in messages.';
