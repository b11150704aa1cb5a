/** Mistyped domains of email addresses. A question for the person, never a reason to refuse: any domain may be real. */

/** Where most members have their mailbox, and domains that are only one letter away from one of these and real. */
const KNOWN: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.in',
  'yahoo.co.in',
  'yahoo.co.uk',
  'ymail.com',
  'rocketmail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'outlook.in',
  'live.com',
  'live.in',
  'msn.com',
  'rediffmail.com',
  'rediff.com',
  'icloud.com',
  'me.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'zoho.com',
  'zohomail.in',
  'mail.com',
  'email.com',
  'gmx.com',
  'gmx.net',
]);

/** Suggested, most used first. */
const SUGGESTED = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'hotmail.com',
  'outlook.com',
  'rediffmail.com',
  'icloud.com',
  'protonmail.com',
];

/** Mistakes that are more than one letter away, or that lead to a domain whose owner collects such mail. */
const MISTAKES: Readonly<Record<string, string>> = {
  'gmail.in': 'gmail.com',
  'gmail.co.in': 'gmail.com',
  'gmail.org': 'gmail.com',
  'gmail.net': 'gmail.com',
  gmailcom: 'gmail.com',
  'gmali.con': 'gmail.com',
  'gmial.con': 'gmail.com',
  'googlemail.co': 'googlemail.com',
  'g.mail.com': 'gmail.com',
  yahoocom: 'yahoo.com',
  'yahoo.con': 'yahoo.com',
  'rediff.mail.com': 'rediffmail.com',
  'redifmail.co': 'rediffmail.com',
};

/** Whether one letter is missing, added or wrong, or two neighbours are swapped. */
function isOneMistake(typed: string, right: string): boolean {
  if (typed === right || Math.abs(typed.length - right.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === right[start]) start++;
  const [restTyped, restRight] = [typed.slice(start), right.slice(start)];
  const isSwap =
    restTyped[0] === restRight[1] && restTyped[1] === restRight[0] && restTyped.slice(2) === restRight.slice(2);
  return (
    isSwap ||
    restTyped.slice(1) === restRight ||
    restTyped === restRight.slice(1) ||
    restTyped.slice(1) === restRight.slice(1)
  );
}

/** The address that the person may have meant; null if the typed one looks right, or like nothing that is known. */
export function meantEmail(typed: string): string | null {
  const [, mailbox, domain = ''] = /^\s*([^\s@]+)@(\S+?)\.?\s*$/.exec(typed.toLowerCase()) ?? [];
  if (mailbox === undefined || KNOWN.has(domain)) return null;
  const commas = domain.replaceAll(',', '.').replaceAll('..', '.');
  const meant = KNOWN.has(commas)
    ? commas
    : (MISTAKES[domain] ?? SUGGESTED.find((right) => isOneMistake(domain, right)));
  return meant === undefined ? null : `${mailbox}@${meant}`;
}
