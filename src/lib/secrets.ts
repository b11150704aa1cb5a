/** The one secret of the installation and the keys made of it. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';

export type KeyUse = 'codes' | 'mail' | 'aadhaar' | 'limits' | 'backup';

export interface Secrets {
  /** 32 bytes, different for each use. */
  key(use: KeyUse): Buffer;
  /** HMAC-SHA-256 of a text under the key of that use. */
  mac(use: KeyUse, text: string): Buffer;
}

export function secretsOf(secret: string): Secrets {
  const keys = new Map<KeyUse, Buffer>();
  const key = (use: KeyUse): Buffer => {
    const known = keys.get(use);
    if (known) return known;
    const made = Buffer.from(hkdfSync('sha256', secret, 'launchbook', use, 32));
    keys.set(use, made);
    return made;
  };
  return { key, mac: (use, text) => createHmac('sha256', key(use)).update(text).digest() };
}

const secretFile = (config: Config): string => path.join(config.dataDir, 'secrets', 'app-secret');

/**
 * `APP_SECRET`, or the one kept in `DATA_DIR/secrets/app-secret`, made at the first start.
 * @throws Error when a shared database is used without `APP_SECRET`: each node would make its own.
 */
export function loadSecrets(config: Config): Secrets {
  if (config.appSecret) return secretsOf(config.appSecret);
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
  return secretsOf(fs.readFileSync(file, 'utf8').trim());
}

/** What tells one secret from another, without making one: null where there is none yet. */
export function secretMark(config: Config): string | null {
  const file = secretFile(config);
  const secret = config.appSecret ?? (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null);
  return secret === null ? null : secretsOf(secret).mac('backup', 'which').toString('hex').slice(0, 16);
}
