/**
 * Passwords that too many people use. The list beside this file holds, in lower case, the 17 950 of at least eight
 * characters among the 49 233 most used ones that `@zxcvbn-ts/language-common` 4.1.3 ranks (MIT, its licence beside it):
 * so all of the 10 000 most used that are long enough to be taken at all, and some 14 000 more. Server only: 164 KB.
 */
import list from './common-passwords.txt?raw';

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(list.trimEnd().split('\n'));
