/** Length of a password in characters. The server also rejects common passwords. */
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

/** Characters of a search text. */
export const SEARCH_LENGTH_MAX = 100;

/** Characters of a typed reference number: a pasted message of a bank is read whole, and never cut. */
export const REFERENCE_TYPED_MAX = 2_000;
