/* Amounts in words, as Indian receipts and cheques have them. */

const ONES = [
  '',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
] as const;
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'] as const;

function belowHundred(n: bigint): string {
  if (n < 20n) return ONES[Number(n)] ?? '';
  return [TENS[Number(n / 10n)], ONES[Number(n % 10n)]].filter(Boolean).join(' ');
}

/** The number of crores is itself in words: 'One Lakh Crore'. */
function inWords(whole: bigint): string {
  const crores = whole / 10_000_000n;
  const lakhs = (whole / 100_000n) % 100n;
  const thousands = (whole / 1000n) % 100n;
  const hundreds = (whole / 100n) % 10n;
  const parts = [
    crores > 0n ? `${inWords(crores)} Crore` : '',
    lakhs > 0n ? `${belowHundred(lakhs)} Lakh` : '',
    thousands > 0n ? `${belowHundred(thousands)} Thousand` : '',
    hundreds > 0n ? `${belowHundred(hundreds)} Hundred` : '',
    belowHundred(whole % 100n),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** 118050n is 'Rupees One Thousand One Hundred Eighty and Fifty Paise only'. */
export function amountInWords(amountPaise: bigint): string {
  const rupees = amountPaise / 100n;
  const rest = amountPaise % 100n;
  const whole = rupees === 0n ? 'Zero' : inWords(rupees);
  return `Rupees ${whole}${rest === 0n ? '' : ` and ${belowHundred(rest)} Paise`} only`;
}
