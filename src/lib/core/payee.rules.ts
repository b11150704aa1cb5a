/**
 * Whether a text that buyers read says where to pay (docs/decisions/0670). A text is compared by what a reader sees: after NFKC,
 * without combining, invisible and format characters, with digits of every script as 0 to 9.
 */
import { latinDigits } from './digits.ts';
import { digitsOfWord } from './spelled-numbers.rules.ts';

/** What may stand in a text although it looks like a payee. */
export interface Allowed {
  /** The support contacts of the settings, and the references and order numbers of the buyer who reads the text. */
  readonly values: readonly string[];
  /** The hosts of the site. */
  readonly hosts: readonly string[];
}

export type PayeeProblem = 'address' | 'number' | 'scheme' | 'link' | 'ifsc';

const NONE: Allowed = { values: [], hosts: [] };

/** Digits of a number that could be an account or a telephone: no amount, date or order of the site has as many. */
export const PAYEE_DIGITS = 8;

const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/g;
/** Format characters, and letters and signs that show nothing. */
const UNSEEN = /\p{Cf}|\p{Cc}|[\u115f\u1160\u2800\u3164\uffa0]|[\u180b-\u180d]|[\u{e0100}-\u{e01ef}]/gu;
const AT_SIGNS = /[ⓐⒶ🅐🅰@﹫＠]|&commat;|&#0*64;|&#x0*40;|%40|\\u0040/giu;
/** Circled digits that NFKC leaves as they are, by the code point of their 1. */
const CIRCLED_ONES = [0x2776, 0x2780, 0x278a, 0x24f5];
const HAN_DIGITS = '〇一二三四五六七八九';

/** The text as a reader sees it, in lower case. */
export function seenText(text: string): string {
  return latinDigits(
    text
      .replace(AT_SIGNS, '@')
      .normalize('NFKD')
      .replace(MARKS, '')
      .normalize('NFKC')
      .replace(UNSEEN, '')
      .replace(/[\u2776-\u2793\u24f5-\u24fd]/g, circledDigit)
      .replace(/[\u24ff零]/g, '0')
      .replace(/[〇一二三四五六七八九]/g, (sign) => String(HAN_DIGITS.indexOf(sign)))
      .replace(/[。｡․‧∙]/g, '.'),
  ).toLowerCase();
}

function circledDigit(sign: string): string {
  const code = sign.charCodeAt(0);
  const one = CIRCLED_ONES.find((first) => code >= first && code <= first + 9) ?? code;
  return String(code - one + 1);
}

/** Handles of UPI apps that are no words: nobody names one who does not name a payee. */
const HANDLES =
  'okaxis okicici oksbi okhdfcbank ybl ibl axl ptyes ptsbi pthdfc ptaxis apl yapl rapl waaxis waicici wasbi wahdfcbank jupiteraxis ' +
  'ikwik barodampay naviaxis yescred yespop superyes axisb fbpe idfcfirst pingpay tapicici timecosmos freecharge postbank upi ' +
  'paytm sbi icici hdfcbank axisbank kotak yesbank airtel fam';
const PLAIN_HANDLES = new Set(
  'upi paytm sbi icici hdfcbank axisbank kotak yesbank airtel fam postbank freecharge'.split(' '),
);
const HANDLE = HANDLES.split(' ').join('|');
const RARE_HANDLE = HANDLES.split(' ')
  .filter((handle) => !PLAIN_HANDLES.has(handle))
  .join('|');

const SPELLED_AT = [
  // asha(at)okaxis, asha [at] okaxis, asha-at-okaxis, asha (a) okaxis
  /[\p{L}\p{M}\p{N}]\s*[^\p{L}\p{M}\p{N}\s.,;:!?']\s*(?:at|एट|ऐट)\s*[^\p{L}\p{M}\p{N}\s.,;:!?']\s*\p{L}/u,
  /[\p{L}\p{M}\p{N}][([{<](?:a|at)[)\]}>]\p{L}/u,
  // asha at the rate okaxis: how an @ is read out in India. 'At the rate of ₹10' is a price.
  /\bat\s*the\s*rate\s+(?!of\b)\p{L}/u,
  /(?:एट|ऐट)\s*(?:(?:द|दी|दि)\s*)?रेट\s+\p{L}/u,
  new RegExp(
    `[\\p{L}\\p{M}\\p{N}]\\s+(?:at|एट|ऐट)\\s+(?:${HANDLE.replace(/\bsbi\|icici\|hdfcbank\|axisbank\|kotak\|yesbank\|/, '')})(?![\\p{L}\\p{M}\\p{N}])`,
    'u',
  ),
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${RARE_HANDLE})(?![\\p{L}\\p{M}\\p{N}])`, 'u'),
];

function namesAddress(seen: string): boolean {
  const close = seen.replace(/\s+/g, '').replace(/@(?:rs\.?|inr|usd)(?=\d)/g, '@');
  return (
    /[\p{L}\p{M}\p{N}][^\p{L}\p{M}\p{N}]{0,3}@[^\p{L}\p{M}\p{N}₹$]{0,3}\p{L}/u.test(close) ||
    SPELLED_AT.some((spelling) => spelling.test(joinLetters(seen)))
  );
}

/** Letters that stand alone are one word: 'o k a x i s'. Three and more, so that 'I a' stays. */
function joinLetters(seen: string): string {
  return seen.replace(/(?<![\p{L}\p{M}\p{N}])\p{L}(?:[\s._-]{1,2}\p{L}(?![\p{L}\p{M}\p{N}])){2,}/gu, (run) =>
    run.replace(/[^\p{L}]/gu, ''),
  );
}

const SCHEME =
  /upi:|upi\/\/|[a-z][a-z0-9+.-]{1,20}:\/\/|(?:tez|gpay|phonepe|paytm|paytmmp|bhim|tel|sms|mailto|intent|whatsapp|bitcoin|ethereum):\S|[?&](?:pa|vpa)=/;

function namesScheme(seen: string, hosts: readonly string[]): boolean {
  const close = seen.replace(/\s+/g, '');
  if (/upi(?:id)?:|upi\/\//.test(close)) return true;
  const foreign = hosts.reduce((rest, host) => rest.replaceAll(`https://${host}`, host), seen);
  return (
    SCHEME.test(foreign) || /:\/\//.test(hosts.reduce((rest, host) => rest.replaceAll(`https://${host}`, host), close))
  );
}

const TOP_LEVEL =
  'com|in|net|org|io|me|ly|co|info|biz|xyz|app|page|link|site|online|shop|store|top|live|pay|bank|money|click|gl|gd|tk|ml|ga|cf|cc|ws|to|us|' +
  'uk|dev|ai|tech|pro|vip|club|fun|icu|pw|so|sh|gg|tv|fm|im|is|it|at|be|eu|ru|cn|su|space|website|world|today|life|finance|cash|credit|loan|' +
  'exchange|chat|digital|email|support|help|cloud|host|one|asia|mobi|name|news|blog|art|web|ind|do|id|my|sg|ae|pk|bd|np|lk|भारत|कॉम';
const DOT = '(?<!\\s)(?:\\s+\\.\\s*|\\s*[([{<]\\s*(?:\\.|dot|डॉट)\\s*[)\\]}>]\\s*|\\s+(?:dot|डॉट)\\s+)';

function namesLink(seen: string, hosts: readonly string[]): boolean {
  const dotted = seen.replace(new RegExp(`${DOT}(?=\\p{L})`, 'gu'), '.').replace(/कॉम(?!\p{L}|\p{M})/gu, 'com');
  const foreign = hosts.reduce(
    (rest, host) =>
      rest.replace(
        new RegExp(
          `(?<![\\p{L}\\p{M}\\p{N}.-])${escapeRegExp(host)}(?![\\p{L}\\p{M}\\p{N}-]|\\.[\\p{L}\\p{M}\\p{N}])`,
          'gu',
        ),
        'site',
      ),
    dotted,
  );
  return (
    /(?<![\p{L}\p{M}\p{N}])www\s*\./u.test(foreign) ||
    new RegExp(`[\\p{L}\\p{M}\\p{N}]\\.(?:${TOP_LEVEL})(?![\\p{L}\\p{M}\\p{N}-])`, 'u').test(foreign) ||
    // A path behind a name with a point: bit.example/x
    /[\p{L}\p{M}\p{N}]\.\p{L}{2,24}\/\S/u.test(foreign) ||
    /xn--/.test(foreign)
  );
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const IFSC = /(?<![\p{L}\p{M}\p{N}])[a-z]{4}([\s-]?)[0o]\1([a-z0-9]{6})(?![\p{L}\p{M}\p{N}])/gu;
const IFSC_APART =
  /(?<![\p{L}\p{M}\p{N}])(?:[a-z][^\p{L}\p{M}\p{N}]{0,3}){4}0[^\p{L}\p{M}\p{N}]{0,3}(?:\d[^\p{L}\p{M}\p{N}]{0,3}){6}(?![\p{L}\p{M}\p{N}])/u;

/** Four letters of a bank, a zero and six characters. One of those is a digit: else 'send 0 tokens' would be one. */
function namesIfsc(seen: string): boolean {
  return IFSC_APART.test(seen) || [...seen.matchAll(IFSC)].some(([, , branch = '']) => /\d/.test(branch));
}

const DATE =
  /(?<![\p{L}\p{M}\p{N}])(?:20[1-4]\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\2(?:20)?[1-4]\d)(?![\p{L}\p{M}\p{N}])/gu;
const TIME = /(?<![\p{L}\p{M}\p{N}:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\p{N}:])/gu;
/** With a currency, in Indian or Western groups or none, up to 99,999,999. */
const AMOUNT =
  /(?:₹|rs\.?|inr)\s?(?:\d{1,2}(?:,\d{2}){0,2},\d{3}|\d{1,2}(?:,\d{3}){2}|\d{1,3},\d{3}|\d{1,7})(?:\.\d{1,2})?(?![\d,]*\d)(?:\/-)?/gu;
const ORDER = /(?<![\p{L}\p{M}\p{N}])pur-\d{6}(?:-\d{1,2})?(?![\p{L}\p{M}\p{N}-])/gu;
/** Numbers of a company in its foot note: CIN and GSTIN. */
const COMPANY =
  /(?<![\p{L}\p{M}\p{N}])(?:[lu]\d{5}[a-z]{2}\d{4}[a-z]{3}\d{6}|\d{2}[a-z]{5}\d{4}[a-z][1-9a-z]z[\da-z])(?![\p{L}\p{M}\p{N}])/gu;
const TIMES_MAX = 2;

/** Words between the parts of one number: '98765 then 43210'. */
const JOINERS = new Set(
  'and then plus dash hyphen space point dot next followed by aur phir fir tatha और फिर तथा डैश'
    .normalize('NFKC')
    .split(' '),
);

/** Replaces numbers that pay nobody by a word. */
function withoutHonestNumbers(seen: string): string {
  const times = seen.match(TIME)?.length ?? 0;
  const plain = seen
    .replace(COMPANY, ' company ')
    .replace(DATE, ' day ')
    .replace(times <= TIMES_MAX ? TIME : /(?!)/, ' hour ');
  // Two of them next to each other may be one number in parts.
  return plain.replace(
    new RegExp(`${AMOUNT.source}|${ORDER.source}`, 'gu'),
    (amount, offset: number, whole: string) => {
      const before = /(?:\d|₹)[^\p{L}\p{M}\p{N}]*$/u.test(whole.slice(0, offset));
      const after = /^[^\p{L}\p{M}\p{N}₹]*(?:\d|₹|rs\.?\s?\d|inr\s?\d)/u.test(whole.slice(offset + amount.length));
      return before || after ? amount : ' amount ';
    },
  );
}

/** Letters that are read as digits, in a word that is mostly digits. */
const LOOKALIKES = /^[\dolisbz|]+$/;

function digitsOfToken(token: string): number {
  const digits = token.match(/\d/g)?.length ?? 0;
  if (digits >= 4 && LOOKALIKES.test(token)) return token.length;
  if (digits > 0) return digits;
  return digitsOfWord(token);
}

/** The longest number of a text, in digits: over spaces and signs, and over words that join its parts. */
function longestNumber(seen: string): number {
  const tokens = joinLetters(withoutHonestNumbers(seen)).match(/[\p{L}\p{M}\p{N}|]+/gu) ?? [];
  let longest = 0;
  let sum = 0;
  for (const word of tokens) {
    const digits = digitsOfToken(word);
    if (digits > 0) sum += digits;
    else if (!JOINERS.has(word)) sum = 0;
    longest = Math.max(longest, sum);
  }
  return longest;
}

function withoutAllowed(seen: string, values: readonly string[]): string {
  const all = values.flatMap((value) => (value.startsWith('+91') ? [value, value.slice(3)] : [value]));
  return all.reduce((rest, value) => {
    const signs = [...seenText(value).replace(/[^\p{L}\p{M}\p{N}@]/gu, '')];
    if (signs.length < 4) return rest;
    const spaced = signs.map(escapeRegExp).join('[\\s.()+-]{0,2}');
    return rest.replace(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])\\+?${spaced}(?![\\p{L}\\p{M}\\p{N}])`, 'gu'), ' own ');
  }, seen);
}

/** Why buyers can't get this text; null if they can. */
export function payeeProblem(text: string, { values, hosts }: Allowed = NONE): PayeeProblem | null {
  const seen = withoutAllowed(seenText(text), values);
  if (namesAddress(seen)) return 'address';
  if (namesScheme(seen, hosts)) return 'scheme';
  if (namesLink(seen, hosts)) return 'link';
  if (namesIfsc(seen)) return 'ifsc';
  return longestNumber(seen) >= PAYEE_DIGITS ? 'number' : null;
}
