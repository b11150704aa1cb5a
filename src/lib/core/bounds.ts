/** Bounds of a password, in characters; which ones are too common is the server's to say. */
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

/** Characters of a search. */
export const SEARCH_LENGTH_MAX = 100;
