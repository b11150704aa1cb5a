/** Strings of the server that must not be in a file for browsers. */
const SERVER_STRINGS = [
  '"node:',
  "'node:",
  '`node:',
  'kysely',
  'selectFrom',
  'SELECT ',
  'INSERT INTO',
  'argon2',
  'password_hash',
  'set_config(',
  'APP_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'S3_SECRET',
  'launchbook.app',
  'process.env',
  'sourceMappingURL',
];

/** The strings of the server in a text that is meant for browsers. */
export function leaksIn(text: string): string[] {
  return SERVER_STRINGS.filter((it) => text.includes(it));
}
