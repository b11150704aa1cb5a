/** The installation's secret and the keys derived from it. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';

export type KeyUse =
  | 'unsubscribe'
  | 'moves'
  | 'codes'
  | 'mail'
  | 'aadhaar'
  | 'limits'
  | 'devices'
  | 'passkeys'
  | 'factors'
  | 'backup'
  | 'seal'
  | 'rows'
  | 'sessions'
  | 'payees'
  | 'referrals'
  | 'log'
  | 'webhooks'
  | 'database';

export interface Secrets {
  /** 32 bytes, different for each use. */
  key(use: KeyUse): Buffer;
  /** HMAC-SHA-256 of a text with the key of that use. */
  mac(use: KeyUse, text: string): Buffer;
  /** The keys under which something of that use may have been written: the current one, then the previous one. */
  keys(use: KeyUse): readonly Buffer[];
  /** The HMAC of a text with each of these keys. */
  macs(use: KeyUse, text: string): readonly Buffer[];
}

/** @param previous the secret before the last rotation, while what was written under it is still accepted */
export function secretsOf(secret: string, previous: string | null = null): Secrets {
  const current = createKeys(secret);
  const all = previous === null ? [current] : [current, createKeys(previous)];
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    key: current,
    mac: (use, text) => hmac(current(use), text),
    keys: (use) => all.map((key) => key(use)),
    macs: (use, text) => all.map((key) => hmac(key(use), text)),
  };
}

/** Derives each key once. */
function createKeys(secret: string): (use: KeyUse) => Buffer {
  const keys = new Map<KeyUse, Buffer>();
  return (use) => {
    const cached = keys.get(use);
    if (cached) return cached;
    const derived = Buffer.from(hkdfSync('sha256', secret, 'launchbook', use, 32));
    keys.set(use, derived);
    return derived;
  };
}

const secretFile = (config: Config): string => path.join(config.dataDir, 'secrets', 'app-secret');

/**
 * Uses `APP_SECRET`, or the secret in `DATA_DIR/secrets/app-secret`, which the first start creates.
 * @throws Error for a shared database without `APP_SECRET`, because each node would create its own secret
 */
export function loadSecrets(config: Config): Secrets {
  const { appSecret, appSecretPrevious } = config;
  if (appSecret) return secretsOf(appSecret, appSecretPrevious);
  if (config.databaseUrl) {
    throw new Error(
      'APP_SECRET is needed with DATABASE_URL: all nodes of one database must share it. Set it to at least 32 random characters.',
    );
  }
  const file = secretFile(config);
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.chmodSync(folder, 0o700);
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.new`, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
    fs.renameSync(`${file}.new`, file);
  }
  return secretsOf(fs.readFileSync(file, 'utf8').trim(), appSecretPrevious);
}

/** Fingerprint of the installation's secret (16 hex digits), or null if there is no secret yet. Creates none. */
export function secretFingerprint(config: Config): string | null {
  const file = secretFile(config);
  const secret = config.appSecret ?? (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null);
  return secret === null ? null : secretsOf(secret).mac('backup', 'which').toString('hex').slice(0, 16);
}

const SEAL_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/**
 * Encrypts a text with AES-256-GCM. The id of its row is authenticated, so that the bytes cannot be moved to another row.
 * @param key 32 bytes
 * @returns version, nonce, tag and cipher text
 */
export function sealText(key: Buffer, id: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(SEAL_VERSION), nonce, cipher.getAuthTag(), sealed]);
}

/** @returns null if the bytes were not sealed under one of these keys for this id, or in another format */
export function unsealText(keys: readonly Buffer[], id: string, bytes: Buffer): string | null {
  if (bytes.length <= HEAD_BYTES || bytes[0] !== SEAL_VERSION) return null;
  for (const key of keys) {
    const text = decrypt(key, id, bytes);
    if (text !== null) return text;
  }
  return null;
}

function decrypt(key: Buffer, id: string, bytes: Buffer): string | null {
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
