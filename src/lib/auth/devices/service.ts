/**
 * Browsers that have signed in to an account before (decision 0180). They have their own allowance of codes and of wrong
 * passwords, so that strangers cannot use up the owner's. One random secret in a cookie identifies the browser; the database
 * stores a keyed hash of it with the account, so that nobody can see which accounts share a browser.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db/client.ts';
import { PLATFORM_ID } from '../../db/schema/schema.ts';
import type { App, NewCookie, Scope } from '../../scope.ts';
import { DEVICE_POLICY } from '../rules.ts';
import * as store from './store.ts';

/** A cookie: random bytes, a tag of the account that the browser signed in to first, and a MAC of both. */
const [RANDOM_BYTES, OWNER_BYTES, MAC_BYTES] = [12, 8, 12];

const cookieText = (bytes: Buffer): string => `cookie\0${bytes.toString('base64url')}`;

function newDevice(app: App, accountId: string): string {
  const owner = app.secrets.mac('devices', `owner\0${accountId}`).subarray(0, OWNER_BYTES);
  const bytes = Buffer.concat([randomBytes(RANDOM_BYTES), owner]);
  const mac = app.secrets.mac('devices', cookieText(bytes)).subarray(0, MAC_BYTES);
  return Buffer.concat([bytes, mac]).toString('base64url');
}

/**
 * A tag of the account that this browser signed in to first, read without a query: however many browsers one account signs in
 * from, they have one tag. Null for a cookie that this installation did not write.
 */
export function browserOwner(app: App, device: string | null): string | null {
  const cookie = Buffer.from(device ?? '', 'base64url');
  const bytes = cookie.subarray(0, RANDOM_BYTES + OWNER_BYTES);
  const mac = cookie.subarray(bytes.length);
  if (mac.length !== MAC_BYTES) return null;
  const macs = app.secrets.macs('devices', cookieText(bytes));
  if (!macs.some((right) => timingSafeEqual(mac, right.subarray(0, MAC_BYTES)))) return null;
  return bytes.subarray(RANDOM_BYTES).toString('base64url');
}

type ClientScope = Pick<Scope, 'app' | 'request'>;

const deviceText = (accountId: string, device: string): string => `${accountId}\0${device}`;

/**
 * The browser's secret if it has signed in to the account before, else null.
 * @param account its id is null where no account has the address; it costs the same query
 */
export async function knownDevice(
  { app, request }: ClientScope,
  db: Db,
  account: { readonly companyId: string | null; readonly accountId: string | null },
): Promise<string | null> {
  const { companyId, accountId } = account;
  const device = request.client?.device ?? null;
  if (device === null) return null;
  const hashes = app.secrets.macs('devices', deviceText(accountId ?? PLATFORM_ID, device));
  const isKnown = await store.hasDevice(db, companyId, hashes);
  return isKnown ? device : null;
}

/** Remembers the browser for the account, in the transaction of the sign-in. @returns the cookie; none for programs */
export async function rememberDevice(
  tx: Db,
  { app, request }: ClientScope,
  owner: store.DeviceOwner,
): Promise<readonly NewCookie[]> {
  if (!request.client?.isBrowser) return [];
  const { device } = request.client;
  const value = device !== null && browserOwner(app, device) !== null ? device : newDevice(app, owner.accountId);
  await store.saveDevice(
    tx,
    owner,
    app.secrets.mac('devices', deviceText(owner.accountId, value)),
    DEVICE_POLICY.perAccountMax,
  );
  return [{ name: 'device', value, maxAgeSeconds: DEVICE_POLICY.days * 86_400 }];
}

/** After a change of the password: who knew the old one is a stranger now. */
export const forgetDevices = store.deleteDevicesOf;
