/** The decimal digits of every script that the platform knows, from its own data. */

/** Numbering systems that write each decimal digit by one character. */
export const NUMBERING_SYSTEMS: readonly string[] = Intl.supportedValuesOf('numberingSystem').filter((system) =>
  digitsIn(system).every((digit) => /^\p{Nd}$/u.test(digit)),
);

/** '0' to '9' in a numbering system. */
export function digitsIn(system: string): string[] {
  const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false });
  return Array.from({ length: 10 }, (_, digit) => format.format(digit));
}

/** The text with its digits in a numbering system, as 'deva'. */
export function inDigits(text: string, system: string): string {
  const digits = digitsIn(system);
  return text.replace(/[0-9]/g, (digit) => digits[Number(digit)] ?? digit);
}
