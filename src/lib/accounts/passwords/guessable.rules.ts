/* Passwords that an attacker tries first: the most used ones and the names around an account, with the usual decorations. */

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** Shorter names, such as initials, are in too many good passwords. */
const NAME_LENGTH_MIN = 3;
/** What may be left of a password besides names, as in 'asharaoji'. */
const REST_LENGTH_MAX = 2;

const withoutLeet = (text: string): string => [...text].map((letter) => LEET[letter] ?? letter).join('');
const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{M}]/gu, '');
/** Without what is put before or after: a year, digits, punctuation. */
const trimmed = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The texts that a decorated password may be made from: 'P@ssw0rd2024!' is 'password'. Lower case. */
export function plainForms(password: string): ReadonlySet<string> {
  const lower = password.normalize('NFKC').toLowerCase();
  const core = trimmed(lower);
  return new Set([lower, core, withoutLeet(lower), withoutLeet(core), trimmed(withoutLeet(lower))]);
}

/** The names in texts such as 'Asha Rao' or 'asha.rao@example.com': each word, and all of them as one. */
function namesIn(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => {
    const [beforeDomain = ''] = text.normalize('NFKC').toLowerCase().split('@');
    const parts = beforeDomain.split(/[^\p{L}\p{M}]+/u);
    return [...parts, parts.join('')];
  });
  return [...new Set(names)].filter((name) => name.length >= NAME_LENGTH_MIN).sort((a, b) => b.length - a.length);
}

/** True if hardly anything but the names is in the password. @param texts names and mail addresses, in any spelling */
export function isMadeOfNames(password: string, texts: readonly string[]): boolean {
  const names = namesIn(texts);
  return [...plainForms(password)].map(lettersOf).some((letters) => {
    const rest = names.reduce((left, name) => left.replaceAll(name, ''), letters);
    return rest.length <= REST_LENGTH_MAX && rest.length < letters.length;
  });
}
