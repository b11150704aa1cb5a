/** A second company with another symbol, in one program with the first. tests/long/symbols.test.ts has all ten. */
import { otherSymbol } from '../support/brand.ts';
import { testSymbols } from '../support/symbols.ts';

testSymbols([otherSymbol('GLC')]);
