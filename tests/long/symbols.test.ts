/**
 * Ten companies, one for each symbol, in one program: each site has its own look and texts, each look is readable,
 * and on each site a purchase is submitted and approved. `TOKEN_SYMBOL=… npm test` runs every other test for one
 * symbol.
 */
import { TOKEN_SYMBOLS } from '../../src/lib/tokens/catalogue.ts';
import { testSymbols } from '../support/symbols.ts';

testSymbols(TOKEN_SYMBOLS);
