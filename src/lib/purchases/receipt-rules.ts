/* What a receipt says in words. */

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

function belowHundred(n: number): string {
  if (n < 20) return ONES[n] ?? '';
  return [TENS[Math.floor(n / 10)], ONES[n % 10]].filter(Boolean).join(' ');
}

/** Crores count on as a number of their own: 'One Lakh Crore'. */
function inWords(whole: bigint): string {
  const crores = whole / 10_000_000n;
  const below = Number(whole % 10_000_000n);
  const lakhs = Math.floor(below / 100_000);
  const thousands = Math.floor((below % 100_000) / 1000);
  const hundreds = Math.floor((below % 1000) / 100);
  const parts = [
    crores > 0n ? `${inWords(crores)} Crore` : '',
    lakhs > 0 ? `${belowHundred(lakhs)} Lakh` : '',
    thousands > 0 ? `${belowHundred(thousands)} Thousand` : '',
    hundreds > 0 ? `${ONES[hundreds]} Hundred` : '',
    belowHundred(below % 100),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** An amount as Indian receipts write it out: 118050n is 'Rupees One Thousand One Hundred Eighty and Fifty Paise only'. */
export function amountInWords(amountPaise: bigint): string {
  const rupees = amountPaise / 100n;
  const paise = Number(amountPaise % 100n);
  const whole = rupees === 0n ? 'Zero' : inWords(rupees);
  return `Rupees ${whole}${paise === 0 ? '' : ` and ${belowHundred(paise)} Paise`} only`;
}
