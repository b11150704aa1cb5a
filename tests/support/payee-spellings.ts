/** Spellings of a payee in a text to a buyer: a table, and a generator for more. */
import fc from 'fast-check';

export const PAYEES: readonly (readonly [string, string])[] = [
  ['plain', 'Pay to asha@okaxis'],
  ['with spaces', 'Pay to asha @ okaxis'],
  ['full width', 'Pay to asha＠okaxis'],
  ['small', 'Pay to asha﹫okaxis'],
  ['circled a', 'Pay to ashaⓐokaxis'],
  ['a zero-width space', 'Pay to asha\u200b@\u200bokaxis'],
  ['a joiner', 'Pay to asha\u200d@ok\u200caxis'],
  ['a combining mark', 'Pay to asha@\u20ddok\u0335axis'],
  ['mathematical letters', 'Pay to 𝖺𝗌𝗁𝖺@𝗈𝗄𝖺𝗑𝗂𝗌'],
  ['an unknown handle', 'Pay to asha@newbank'],
  ['a mail address', 'Pay to asha@example.com'],
  ['brackets', 'Pay to asha(at)newbank'],
  ['square brackets', 'Pay to asha [at] newbank'],
  ['dashes', 'Pay to asha -at- newbank'],
  ['read out', 'Pay to asha at the rate newbank'],
  ['at, and a known handle', 'Pay to asha at okaxis'],
  ['Hindi', 'आशा एट द रेट ओकेएक्सिस पर भेजें'],
  ['letters apart', 'asha, o k a x i s'],
  ['an entity', 'Pay to asha&#64;newbank'],
  ['another sign', 'Pay to asha # okaxis'],
  ['digits', 'Pay to 9876543210'],
  ['digits in pairs', 'Pay to 98 76 54 32 10'],
  ['digits with dashes', 'Pay to 98765-43210'],
  ['digits with points', 'Pay to 9.8.7.6.5.4.3.2'],
  ['digits with signs', 'Pay to 98/76*54_32|10'],
  ['Devanagari digits', 'Pay to ९८७६५४३२१०'],
  ['Arabic digits', 'Pay to ٩٨٧٦٥٤٣٢١٠'],
  ['Tamil digits', 'Pay to ௯௮௭௬௫௪௩௨௧௦'],
  ['circled digits', 'Pay to ⑨⑧⑦⑥⑤④③②①'],
  ['negative circled digits', 'Pay to ❾❽❼❻❺❹❸❷❶'],
  ['keycaps', 'Pay to 9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣'],
  ['superscripts', 'Pay to ⁹⁸⁷⁶⁵⁴³²¹⁰'],
  ['Chinese digits', 'Pay to 九八七六五四三二一〇'],
  ['letters for digits', 'Pay to 9876S432IO'],
  ['zero-width between', 'Pay to 9\u200b8\u200b7\u200b6\u200b5\u200b4\u200b3\u200b2'],
  ['words', 'Pay to nine eight seven six five four three two one zero'],
  ['words with capitals and commas', 'Pay to Nine, Eight, Seven, Six, Five, Four, Three, Two'],
  ['words without spaces', 'Pay to nineeightsevensixfivefourthreetwo'],
  ['tens', 'Pay to ninety eight seventy six fifty four thirty two'],
  ['double', 'Pay to double nine triple eight seven six five'],
  ['Hindi words', 'नौ आठ सात छह पांच चार तीन दो एक शून्य'],
  ['Hindi tens', 'अट्ठानवे छिहत्तर चौवन बत्तीस दस'],
  ['Hindi in Latin letters', 'nau aath saat chhe paanch chaar teen do'],
  ['words and digits', 'Pay to nine eight 765 four three 2'],
  ['joined parts', 'Pay to 98765 and then 43210'],
  ['amounts', 'Pay to ₹98,765 ₹43,210'],
  ['a large amount', 'Pay to ₹9,87,65,43,210'],
  ['a long order number', 'Pay to PUR-9876543210'],
  ['parts of order numbers', 'Pay to PUR-98765, 43210'],
  ['UTR of a stranger', 'Pay to UTR 987654321012'],
  ['an account with letters', 'Pay to AB12345678'],
  ['a wallet', `Pay to 0x${'4f'.repeat(20)}`],
  ['upi:', 'Open upi://pay?pa=asha'],
  ['upi: with spaces', 'upi : asha'],
  ['upi: in full width', 'ｕｐｉ：asha'],
  ['a phone scheme', 'tel:1800'],
  ['an IFSC', 'SBIN0001234'],
  ['an IFSC apart', 'S B I N 0 0 0 1 2 3 4'],
  ['an IFSC with dashes', 'SBIN-0-001234'],
  ['an IFSC with letters of a branch', 'KKBK0ABC12D'],
  ['an IFSC with an O', 'HDFCO001234'],
  ['a link', 'See https://pay.example.com'],
  ['a link without a scheme', 'See pay.example.com/x'],
  ['www', 'See www.example.org'],
  ['a short link', 'See bit.ly/abc'],
  ['dot in words', 'See example dot com'],
  ['dot in brackets', 'See example[.]com'],
  ['dot with spaces', 'See example . com'],
  ['an ideographic point', 'See example。com'],
  ['an international name', 'See xn--abc-xyz'],
  ['the site as a part', 'See https://sale.example.com.evil.in/x'],
  ['the site behind a user', 'See https://evil.example.net/sale.example.com'],
  ['a chat', 'See wa.me/91'],
];

const HANDLES = ['okaxis', 'ybl', 'newbank', 'sbi', 'paytm'];
const NAMES = ['asha', 'launch.desk', 'a1', 'आशा', '9876'];
const AT = ['@', ' @ ', '＠', '﹫', 'ⓐ', '&#64;', '(at)', ' [at] ', ' at the rate ', '\u200b@\u2060', '@\u0336'];
const SPACES = ['', '\u200b', '\u00ad', '\u2060', '\u034f'];
const GAPS = ['', ' ', '-', '.', ' - ', '\u00a0', '\u200b', '/', '_', '·', ', '];
const ZEROS = ['0', '٠', '۰', '०', '௦', '０', '𝟎', '𝟘'];
const ENGLISH = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const HINDI = ['शून्य', 'एक', 'दो', 'तीन', 'चार', 'पांच', 'छह', 'सात', 'आठ', 'नौ'];
const ROMAN = ['shunya', 'ek', 'do', 'teen', 'chaar', 'paanch', 'chhe', 'saat', 'aath', 'nau'];

const from = <T>(values: readonly T[]) => fc.constantFrom(...values);
const spelledOut = (names: readonly string[], digit: number): string => names[digit] ?? '';
const inScript = (zero: string, digit: number): string => String.fromCodePoint((zero.codePointAt(0) ?? 48) + digit);

const address = fc
  .tuple(from(NAMES), from(AT), from(HANDLES), from(SPACES), fc.boolean())
  .map(([name, at, handle, unseen, isLoud]) => {
    const spelled = `${name}${at}${[...handle].join(unseen)}`;
    return isLoud ? spelled.toUpperCase() : spelled;
  });

const number = fc
  .tuple(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 14 }), from(GAPS), from(ZEROS))
  .map(([digits, gap, zero]) => digits.map((digit) => inScript(zero, digit)).join(gap));

const spelledNumber = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 14 }),
    from([ENGLISH, HINDI, ROMAN]),
    from([' ', ', ', '-', ' \u200b', '  ']),
    fc.integer({ min: 0, max: 7 }),
  )
  .map(([digits, names, gap, plain]) =>
    digits.map((digit, index) => (index === plain ? String(digit) : spelledOut(names, digit))).join(gap),
  );

const scheme = fc
  .tuple(from(['upi:', 'UPI :', 'ｕｐｉ：', 'u\u200bpi:', 'upi://pay?pa=']), from(NAMES))
  .map(([start, name]) => `${start}${name}`);

const link = fc
  .tuple(
    from(['https://', 'www.', '']),
    from(['pay-here', 'bank', 'xn--abc']),
    from(['.', ' . ', '[.]', '。', ' dot ']),
    from(['com', 'in', 'xyz', 'page']),
  )
  .map(([start, name, dot, top]) => `${start}${name}${dot}${top}`);

/** A sentence that names a payee in some spelling. */
export const payeeText = fc
  .tuple(
    from(['Pay to ', 'भुगतान करें ', 'The account is ', '']),
    fc.oneof(address, number, spelledNumber, scheme, link),
    from(['', '.', ' please']),
  )
  .map(([before, payee, after]) => `${before}${payee}${after}`);
