/* Amounts in Hindi words, for the receipt. Every number below a hundred has a word of its own. */
import { assert } from '../../core/errors.ts';
import { type Paise, parsePaise } from '../../core/money.ts';

const BELOW_HUNDRED = `
  शून्य एक दो तीन चार पांच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
  बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
  साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे
`
  .trim()
  .split(/\s+/);

const word = (n: bigint): string => BELOW_HUNDRED[Number(n)] ?? '';

/** The number of crores is itself in words. */
function inWords(whole: bigint): string {
  const crores = whole / 10_000_000n;
  const groups: [bigint, string][] = [
    [(whole / 100_000n) % 100n, ' लाख'],
    [(whole / 1000n) % 100n, ' हज़ार'],
    [(whole / 100n) % 10n, ' सौ'],
    [whole % 100n, ''],
  ];
  const parts = groups.filter(([n]) => n > 0n).map(([n, unit]) => `${word(n)}${unit}`);
  return [...(crores > 0n ? [`${inWords(crores)} करोड़`] : []), ...parts].join(' ');
}

/** '1180.50' is 'एक हज़ार एक सौ अस्सी रुपये और पचास पैसे मात्र'. @param rupees as in the API, not negative */
export function amountInHindi(rupees: string): string {
  const paise: Paise | null = parsePaise(rupees);
  assert(paise !== null, 'the amount of a receipt is a decimal');
  const rest = paise % 100n;
  const whole = paise < 100n ? word(0n) : inWords(paise / 100n);
  return `${whole} रुपये${rest === 0n ? '' : ` और ${word(rest)} पैसे`} मात्र`;
}
