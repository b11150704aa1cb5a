/** In every thread and mail to buyers, so that a forged one stands out. */
export const NO_PAYEES = 'We never send payment details in messages.';
