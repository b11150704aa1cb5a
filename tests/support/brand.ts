/**
 * The token whose sale the tests run through: `TOKEN_SYMBOL` of their environment, as the program itself takes it, so that
 * the whole suite can be run for each of the ten. What a screen says of the token is asked here and not written in a test.
 */
import { type TokenEntry, tokenOf } from '../../src/lib/tokens/catalogue.ts';
import type { TokenSymbol } from '../../src/lib/tokens/contract.ts';

function chosen(): TokenEntry {
  const symbol = process.env.TOKEN_SYMBOL ?? 'COWL';
  const token = tokenOf(symbol);
  if (!token) throw new Error(`TOKEN_SYMBOL: the catalogue has no ${symbol}. Set one of its ten symbols.`);
  return token;
}

export const TOKEN: TokenEntry = chosen();
export const SYMBOL: TokenSymbol = TOKEN.symbol;

/** What the first start names the site's company and its payee. */
export const COMPANY_NAME = `${TOKEN.name} Example Private Limited`;
/** The UPI ID of the first start's payee. */
export const PAYEE_UPI = `${SYMBOL.toLowerCase()}@example`;
/** Well-formed, and nobody's. */
export const NOBODYS_MEMBER_ID = `${SYMBOL}0000000`;

/** This symbol for a second company, or COWL where the site itself sells this one. */
export const otherSymbol = (symbol: Exclude<TokenSymbol, 'COWL'>): TokenSymbol => (symbol === SYMBOL ? 'COWL' : symbol);
