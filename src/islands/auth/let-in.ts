/* The token of a mailed link that opens one try of a second factor, from its page to the next sign-in in this tab. */
const KEY = 'let-in';

export function storeLetIn(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** The token for one call, if there is one. */
export function spendLetIn(): { letIn?: string } {
  const letIn = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return letIn === null ? {} : { letIn };
}
