/** For a new password in which nothing is visible. Apart from the bounds, which bundlers put into the script of lists. */
export const BLANK_PASSWORD = 'A password can’t be made of spaces alone. Please use letters, digits or signs too.';
