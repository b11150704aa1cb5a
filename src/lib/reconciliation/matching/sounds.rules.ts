/*
 * Names in other scripts, by how they sound: banks print names in Latin letters, and a member may be registered as லட்சுமி. Only the
 * consonants are compared, in classes that transliterations confuse, so two names that sound alike need not be one.
 */
import anyAscii from 'any-ascii';

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Whether a name has letters of a script that banks do not print. */
export const isForeign = (name: string): boolean => !LATIN.test(name);

/** A shorter word is one consonant apart from too many others. */
const ONE_EDIT_LENGTH_MIN = 4;

const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/X/g, 'KS'],
  [/PH|[BF]/g, 'P'],
  // The palatal sounds: ch, j, z and the kinds of s.
  [/[CJZ]/g, 'S'],
  [/[GQ]/g, 'K'],
  [/D/g, 'T'],
  [/M/g, 'N'],
  [/W/g, 'V'],
  // Rao is राव.
  [/V$/, ''],
  [/[AEIOUYH]/g, ''],
  [/(.)\1+/g, '$1'],
];

/** The consonants of each word of a name of any script; words without any are left out. */
export function soundsOf(name: string): string[] {
  const tokens = anyAscii(name.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^A-Z\s]/g, '')
    .split(/\s+/);
  return tokens
    .map((word) => CLASSES.reduce((text, [letters, sound]) => text.replace(letters, sound), word))
    .filter((sound) => sound !== '');
}

/** The texts of which two words have one in common that differ in one consonant at most; short words have only themselves. */
function variantsOf(sound: string): string[] {
  if (sound.length < ONE_EDIT_LENGTH_MIN) return [sound];
  return [sound, ...Array.from(sound, (_, at) => `${sound.slice(0, at)}${sound.slice(at + 1)}`)];
}

/** The keys of which two names that sound alike have one in common. */
export const soundKeys = (sounds: readonly string[]): string[] => [
  ...new Set([...sounds.flatMap(variantsOf), sounds.join('')]),
];

/** Whether two names may be one: each word of the shorter one sounds like another of the longer. @param a, b from `soundsOf` */
export function soundAlike(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length === 0) return false;
  if (short.join('') === long.join('')) return true;
  const free = [...long];
  return short.every((sound) => {
    const own = new Set(variantsOf(sound));
    const at = free.findIndex((other) => variantsOf(other).some((it) => own.has(it)));
    if (at >= 0) free.splice(at, 1);
    return at >= 0;
  });
}

/** A word with so many consonants is recognised by them. */
const CONSONANTS_MIN = 3;

/**
 * A short word with its vowels but `a`, which Indic scripts do not write, and with m and n apart: Asha is not Ajay, Mina not Mohan.
 * The last vowel of a name such as Rao does not count.
 */
function shortSound(word: string): string {
  const latin = anyAscii(word.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return latin
    .replace(/EE|IY|AY|AI|[EIY]/g, '1')
    .replace(/OO|AU|[OU]/g, '2')
    .replace(/X/g, 'KS')
    .replace(/PH|[BF]/g, 'P')
    .replace(/[CJZ]/g, 'S')
    .replace(/[GQ]/g, 'K')
    .replace(/D/g, 'T')
    .replace(/W/g, 'V')
    .replace(/[AH]/g, '')
    .replace(/[V2]$/, '')
    .replace(/(.)\1+/g, '$1');
}

/** As `soundAlike`, for a payer and the name that has to fit: words of few consonants have to have the same vowels, too. */
export function soundsAsOne(payer: string, name: string): boolean {
  if (!soundAlike(soundsOf(payer), soundsOf(name))) return false;
  // Arabic script writes no short vowels.
  const hasVowels = !/\p{Script=Arabic}/u.test(name);
  const short = (text: string): string[] =>
    text
      .split(/\s+/)
      .filter((word) => (soundsOf(word)[0] ?? '').length < CONSONANTS_MIN)
      .map((word) =>
        hasVowels
          ? shortSound(word)
          : shortSound(word)
              .replace(/[12]/g, '')
              .replace(/(.)\1+/g, '$1'),
      )
      .filter((sound) => sound !== '');
  const [own, other] = [short(name), short(payer)];
  const [few, many] = own.length <= other.length ? [own, other] : [other, own];
  return few.every((sound) => many.includes(sound));
}
