import { ownPassword } from '../../accounts/contract.ts';
import { contract } from '../../core/contract.ts';
import { boundedText, companyId, optional, uuid } from '../../core/fields.ts';
import { KEY_SCOPE_NAMES } from '../../core/key-scopes.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';
import { KEY_DAYS_DEFAULT, KEY_DAYS_MAX, KEYS_MAX, NETWORKS_MAX } from './calls.ts';

export const KEY_STATES = ['ACTIVE', 'EXPIRED', 'REVOKED', 'STOPPED'] as const;
export type KeyState = (typeof KEY_STATES)[number];

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  scopes: z.array(z.string()),
  /** Addresses and networks that may use it; empty for all. */
  networks: z.array(z.string()),
  /** STOPPED: the admin who made it is no active admin any more. */
  state: z.enum(KEY_STATES),
  createdBy: z.string(),
  createdAt: out.time,
  expiresAt: out.time,
  /** Accurate to the minute; null if it was never used. */
  lastUsedAt: z.nullable(out.time),
});
export type ApiKey = z.output<typeof apiKey>;

export const listKeys = contract(calls.listKeys, {
  input: z.object({ companyId }),
  output: z.object({ records: z.array(apiKey) }),
  summary:
    'Lists the API keys of the company, the newest first. A revoked or expired key stays in the list for 90 days.',
});

const daysWrong = `A key can work for 1 to ${KEY_DAYS_MAX} days.`;
const networkWrong = 'Please enter IP addresses or networks, as 203.0.113.7 or 203.0.113.0/24.';

export const addKey = contract(calls.addKey, {
  input: z.strictObject({
    name: boundedText('the name of the key', 1, 60),
    scopes: z
      .array(
        z.enum(KEY_SCOPE_NAMES, `A scope is one of ${KEY_SCOPE_NAMES.join(', ')}.`),
        'Please choose at least one scope.',
      )
      .check(
        z.minLength(1, 'Please choose at least one scope.'),
        z.maxLength(KEY_SCOPE_NAMES.length, 'Please name each scope once.'),
      ),
    /** Missing: 90. */
    days: z._default(
      optional(
        z
          .number(daysWrong)
          .check(z.refine((n: number) => Number.isInteger(n) && n >= 1 && n <= KEY_DAYS_MAX, daysWrong)),
      ),
      KEY_DAYS_DEFAULT,
    ),
    /** Missing or empty: every address. */
    networks: optional(
      z
        .array(z.string(networkWrong).check(z.regex(/^[0-9A-Fa-f:.]{2,45}(\/\d{1,3})?$/, networkWrong)), networkWrong)
        .check(z.maxLength(NETWORKS_MAX, `A key can have at most ${NETWORKS_MAX} addresses.`)),
    ),
    /** The admin's own. */
    password: ownPassword,
    companyId,
  }),
  output: z.object({
    /** Shown only here. */
    key: z.string(),
    record: apiKey,
  }),
  summary: `Makes an API key and returns it once. A company has at most ${KEYS_MAX} that work. Every admin gets a mail.`,
  creates: true,
  recentAuthentication: 'again',
});

export const revokeKey = contract(calls.revokeKey, {
  input: z.strictObject({ id: uuid, /** The admin's own. */ password: ownPassword, companyId }),
  output: z.null(),
  summary: 'Revokes an API key. It opens nothing from then on.',
  recentAuthentication: 'always',
});
