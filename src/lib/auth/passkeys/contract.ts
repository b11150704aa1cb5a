import { contract } from '../../core/contract.ts';
import { boundedText, companyId, uuid } from '../../core/fields.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { confirmed } from '../reauthentication/contract.ts';
import * as calls from './calls.ts';

/*
 * Passkeys of members, admins and super admins. Options and credentials have the JSON form of WebAuthn Level 3 (5.1.8 to 5.1.10), so that a client
 * may use the browser's own functions for them. Members of a credential that the server does not need are ignored.
 */

/** For a passkey that is unknown, removed, of another account, or whose answer does not fit the challenge. */
export const PASSKEY_REFUSED = 'This passkey was not accepted. Please try again or log in another way.';

const NOT_VALID = 'This passkey is not valid.';
const bytes = (charactersMax: number) =>
  z.string(NOT_VALID).check(z.regex(/^[\w-]+$/, NOT_VALID), z.maxLength(charactersMax, NOT_VALID));

/** At most 1,023 bytes (WebAuthn Level 3, 4). */
const credentialId = bytes(1364);
const clientDataJSON = bytes(4096);

/** What `navigator.credentials.get` answers. */
export const assertion = z.object({
  id: credentialId,
  type: z.literal('public-key', NOT_VALID),
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    /** The account that the passkey was made for. */
    userHandle: bytes(86),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** What `navigator.credentials.create` answers. */
const attestation = z.object({
  id: credentialId,
  type: z.literal('public-key', NOT_VALID),
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(16_384),
    transports: z._default(
      z.array(z.string().check(z.regex(/^[a-z-]{1,30}$/, NOT_VALID))).check(z.maxLength(10, NOT_VALID)),
      [],
    ),
  }),
});
export type Attestation = z.output<typeof attestation>;

const described = z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) });

/** For `navigator.credentials.get`. */
export const requestOptions = z.object({
  /** Base64url. Valid for five minutes, once, for the browser or the session that requested it. */
  challenge: z.string(),
  rpId: z.string(),
  /** Empty where the person chooses among the passkeys of the device. */
  allowCredentials: z.array(described),
  userVerification: z.literal('required'),
  /** Milliseconds. */
  timeout: z.number(),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** For `navigator.credentials.create`. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  /** The passkeys that the account has, so that a device does not get a second one. */
  excludeCredentials: z.array(described),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.number(),
});
export type CreationOptions = z.output<typeof creationOptions>;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name under which it works. */
  host: z.string(),
  /** False if the site has another host name now. */
  isUsable: z.boolean(),
  createdAt: out.time,
  lastUsedAt: z.nullable(out.time),
});
export type PasskeyRecord = z.output<typeof passkey>;

const passkeyName = boundedText('a name for the passkey', 1, 60);

const requestPasskeyLoginTerms = {
  input: z.strictObject({ companyId }),
  output: requestOptions,
  summary:
    'Makes a challenge for the sign-in of the account with a passkey. Sets the cookie that the challenge belongs to.',
  limits: [{ name: 'passkey-ask', max: 60, windowSeconds: 60 }],
  sensitive: true,
} as const;

const loginByPasskeyTerms = {
  input: z.strictObject({ companyId, credential: assertion }),
  output: z.object({
    /** For the `Authorization` header, with or without `Bearer `. */
    token: z.string(),
  }),
  summary: 'Signs the account in by passkey, without a mail: sets the cookie and returns the token.',
  limits: [{ name: 'passkey-use', max: 30, windowSeconds: 60 }],
  sensitive: true,
} as const;

const requestPasskeyConfirmationTerms = {
  whileFactorDue: true,
  whilePasswordDue: true,
  input: z.strictObject({ companyId }),
  output: requestOptions,
  summary: 'Makes a challenge with which the signed-in account confirms by passkey whose session this is.',
} as const;

const reauthenticateByPasskeyTerms = {
  whileFactorDue: true,
  whilePasswordDue: true,
  input: z.strictObject({ companyId, credential: assertion }),
  output: confirmed,
  summary: 'Confirms by passkey whose session this is, so that it may make sensitive calls for ten minutes.',
  accountLimit: { name: 'passkey-confirm', max: 30, windowSeconds: 60 },
} as const;

const listPasskeysTerms = {
  whileFactorDue: true,
  input: z.object({ companyId }),
  output: z.object({ records: z.array(passkey) }),
  summary: 'The passkeys of the signed-in account, oldest first.',
} as const;

const requestPasskeyTerms = {
  whileFactorDue: true,
  input: z.strictObject({ companyId }),
  output: creationOptions,
  summary: 'Makes a challenge for a new passkey.',
  recentAuthentication: 'again',
} as const;

const addPasskeyTerms = {
  whileFactorDue: true,
  input: z.strictObject({ companyId, name: passkeyName, credential: attestation }),
  output: passkey,
  summary: 'Adds a passkey that the browser has made, and mails a notice.',
  creates: true,
  recentAuthentication: 'again',
} as const;

const updatePasskeyTerms = {
  whileFactorDue: true,
  input: z.strictObject({ companyId, id: uuid, name: passkeyName }),
  output: passkey,
  summary: 'Renames a passkey.',
} as const;

const deletePasskeyTerms = {
  whileFactorDue: true,
  input: z.strictObject({ companyId, id: uuid }),
  output: z.null(),
  summary: 'Removes a passkey, which then signs nobody in any more, and mails a notice.',
  recentAuthentication: 'again',
} as const;

export const requestPasskeyLogin = contract(calls.requestPasskeyLogin, requestPasskeyLoginTerms);
export const requestAdminPasskeyLogin = contract(calls.requestAdminPasskeyLogin, requestPasskeyLoginTerms);
export const loginByPasskey = contract(calls.loginByPasskey, loginByPasskeyTerms);
export const loginAdminByPasskey = contract(calls.loginAdminByPasskey, loginByPasskeyTerms);
export const requestPasskeyConfirmation = contract(calls.requestPasskeyConfirmation, requestPasskeyConfirmationTerms);
export const requestAdminPasskeyConfirmation = contract(
  calls.requestAdminPasskeyConfirmation,
  requestPasskeyConfirmationTerms,
);
export const reauthenticateByPasskey = contract(calls.reauthenticateByPasskey, reauthenticateByPasskeyTerms);
export const reauthenticateAdminByPasskey = contract(calls.reauthenticateAdminByPasskey, reauthenticateByPasskeyTerms);
export const listPasskeys = contract(calls.listPasskeys, listPasskeysTerms);
export const listAdminPasskeys = contract(calls.listAdminPasskeys, listPasskeysTerms);
export const requestPasskey = contract(calls.requestPasskey, requestPasskeyTerms);
export const requestAdminPasskey = contract(calls.requestAdminPasskey, requestPasskeyTerms);
export const addPasskey = contract(calls.addPasskey, addPasskeyTerms);
export const addAdminPasskey = contract(calls.addAdminPasskey, addPasskeyTerms);
export const updatePasskey = contract(calls.updatePasskey, updatePasskeyTerms);
export const updateAdminPasskey = contract(calls.updateAdminPasskey, updatePasskeyTerms);
export const deletePasskey = contract(calls.deletePasskey, deletePasskeyTerms);
export const deleteAdminPasskey = contract(calls.deleteAdminPasskey, deletePasskeyTerms);
export const requestMemberPasskeyLogin = contract(calls.requestMemberPasskeyLogin, requestPasskeyLoginTerms);
export const loginMemberByPasskey = contract(calls.loginMemberByPasskey, loginByPasskeyTerms);
export const requestMemberPasskeyConfirmation = contract(
  calls.requestMemberPasskeyConfirmation,
  requestPasskeyConfirmationTerms,
);
export const reauthenticateMemberByPasskey = contract(
  calls.reauthenticateMemberByPasskey,
  reauthenticateByPasskeyTerms,
);
export const listMemberPasskeys = contract(calls.listMemberPasskeys, listPasskeysTerms);
export const requestMemberPasskey = contract(calls.requestMemberPasskey, requestPasskeyTerms);
export const addMemberPasskey = contract(calls.addMemberPasskey, addPasskeyTerms);
export const updateMemberPasskey = contract(calls.updateMemberPasskey, updatePasskeyTerms);
export const deleteMemberPasskey = contract(calls.deleteMemberPasskey, deletePasskeyTerms);
