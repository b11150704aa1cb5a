/** The environment: the meaning of each variable, and that an invalid one stops the start by name. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/lib/config.ts';

const DEFAULTS: Partial<Config> = {
  port: 4321,
  host: '127.0.0.1',
  dataDir: path.resolve('data'),
  databaseUrl: null,
  smtpUrl: null,
  appSecret: null,
  siteUrl: null,
  tokenSymbol: 'COWL',
  companyId: null,
  adminEmail: null,
  adminPassword: null,
  superAdminEmail: 'superadmin@example.com',
  rateLimits: true,
  webhookLoopback: false,
  trustedProxies: [],
};

const SECRET = 'x'.repeat(32);
const ID = '0197b1c3-3e2a-7c9b-9f51-6d1f6a3f5b10';

test('an empty environment is enough', () => {
  expect(readConfig({})).toMatchObject(DEFAULTS);
});

test('an empty variable counts as not set', () => {
  const names = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'APP_SECRET', 'SITE_URL'];
  const more = ['TOKEN_SYMBOL', 'COMPANY_ID', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'SUPERADMIN_EMAIL', 'RATE_LIMITS'];
  const empty = Object.fromEntries([...names, ...more, 'TRUSTED_PROXIES', 'LOG_LEVEL'].map((name) => [name, '']));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test('variables of other programs do not matter', () => {
  expect(readConfig({ PATH: '/bin', NODE_ENV: 'production', npm_config_foo: '1' })).toEqual(readConfig({}));
});

describe('a valid variable', () => {
  test.each<[string, string, Partial<Config>]>([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['HOST', '::', { host: '::' }],
    ['DATA_DIR', 'there', { dataDir: path.resolve('there') }],
    ['DATA_DIR', '/srv/launchbook', { dataDir: '/srv/launchbook' }],
    ['DATABASE_URL', 'postgres://u@h/db', { databaseUrl: 'postgres://u@h/db' }],
    [
      'DATABASE_URL',
      'postgresql://u:p@h:1/db?sslmode=require',
      { databaseUrl: 'postgresql://u:p@h:1/db?sslmode=require' },
    ],
    ['SMTP_URL', 'smtp://mail:25', { smtpUrl: 'smtp://mail:25' }],
    ['SMTP_URL', 'smtps://u:p@mail', { smtpUrl: 'smtps://u:p@mail' }],
    ['SMTP_URL', 'smtp://u:p@mail:587?tls=off', { smtpUrl: 'smtp://u:p@mail:587?tls=off' }],
    ['MAIL_FROM', 'Sale <sale@example.com>', { mailFrom: 'Sale <sale@example.com>' }],
    ['APP_SECRET', 'short', { appSecret: 'short' }],
    ['APP_SECRET', SECRET, { appSecret: SECRET }],
    ['SITE_URL', 'https://sale.example.com', { siteUrl: 'https://sale.example.com' }],
    ['SITE_URL', 'https://sale.example.com/', { siteUrl: 'https://sale.example.com' }],
    ['SITE_URL', 'https://Sale.Example.com:443', { siteUrl: 'https://sale.example.com' }],
    ['SITE_URL', 'http://10.0.0.7:8080', { siteUrl: 'http://10.0.0.7:8080' }],
    ['TOKEN_SYMBOL', 'GLXY', { tokenSymbol: 'GLXY' }],
    ['COMPANY_ID', ID, { companyId: ID }],
    ['ADMIN_EMAIL', 'Boss@Example.com', { adminEmail: 'boss@example.com' }],
    ['ADMIN_PASSWORD', '12345678', { adminPassword: '12345678' }],
    ['SUPERADMIN_EMAIL', 'Top@Example.com', { superAdminEmail: 'top@example.com' }],
    ['RATE_LIMITS', 'off', { rateLimits: false }],
    ['RATE_LIMITS', 'on', { rateLimits: true }],
    ['TRUSTED_PROXIES', '10.0.0.1, 10.1.0.0/16 ,', { trustedProxies: ['10.0.0.1', '10.1.0.0/16'] }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ])('%s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject({ ...DEFAULTS, ...expected });
  });
});

describe('an invalid variable stops the start and is named', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://u@h/db'],
    ['DATABASE_URL', 'h/db'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'smtp://mail?tls=no'],
    ['SMTP_URL', 'smtp://mail?tls=off&requireTLS=false'],
    ['SMTP_URL', 'smtp://mail?ignoreTLS=true'],
    ['SMTP_URL', 'smtps://mail?tls=off'],
    ['SMTP_URL', 'smtps://mail?tls.rejectUnauthorized=false'],
    ['MAIL_FROM', 'nobody'],
    ['SITE_URL', 'sale.example.com'],
    ['SITE_URL', 'https://sale.example.com/shop'],
    ['SITE_URL', 'https://sale.example.com?x=1'],
    ['SITE_URL', 'HTTPS://sale.example.com'],
    ['SITE_URL', 'ftp://sale.example.com'],
    ['SITE_URL', 'https://user:secret@sale.example.com'],
    ['SITE_URL', 'https://sale.example.com:port'],
    ['TOKEN_SYMBOL', 'DOGE'],
    ['TOKEN_SYMBOL', 'cowl'],
    ['COMPANY_ID', '1'],
    ['ADMIN_EMAIL', 'boss'],
    ['ADMIN_PASSWORD', '1234567'],
    ['ADMIN_PASSWORD', 'x'.repeat(129)],
    ['SUPERADMIN_EMAIL', '@example.com'],
    ['RATE_LIMITS', 'no'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^The environment is not usable\\.\\n {2}${name}: `),
    );
  });

  test.each([
    ['PORT', 'eighty', /PORT: must be a port number from 0 to 65535/],
    ['TOKEN_SYMBOL', 'DOGE', /TOKEN_SYMBOL: must be one of MASP, .*GLXY/],
    ['RATE_LIMITS', 'no', /RATE_LIMITS: must be one of on, off/],
    ['COMPANY_ID', '1', /COMPANY_ID: must be the id of a company/],
    ['ADMIN_EMAIL', 'boss', /ADMIN_EMAIL: must be a mail address/],
    ['MAIL_FROM', 'nobody', /MAIL_FROM: must hold a mail address/],
  ])('the error says what the value must be: %s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(message);
  });

  test('one error names all wrong variables', () => {
    const wrong = { PORT: 'x', SITE_URL: 'y', RATE_LIMITS: 'z' };
    expect(() => readConfig(wrong)).toThrow(/PORT: [\s\S]*SITE_URL: [\s\S]*RATE_LIMITS: /);
  });

  test.each(['APP_SECRET', 'APP_SECRET_PREVIOUS', 'DATABASE_URL', 'SMTP_URL', 'ADMIN_PASSWORD'])(
    '%s may come from a file, and the error names the variable',
    (name) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-config-'));
      const file = path.join(folder, 'secret');
      const value = { DATABASE_URL: 'postgres://u@h/db', SMTP_URL: 'smtp://mail:25' }[name] ?? SECRET;
      fs.writeFileSync(file, `${value}\n`);
      expect(readConfig({ [`${name}_FILE`]: file })).toEqual(readConfig({ [name]: value }));
      expect(() => readConfig({ [`${name}_FILE`]: file, [name]: value })).toThrow(`${name}_FILE: ${name} is set too`);
      expect(() => readConfig({ [`${name}_FILE`]: path.join(folder, 'no') })).toThrow(/_FILE: .* cannot be read/);
      fs.writeFileSync(file, '\n');
      expect(() => readConfig({ [`${name}_FILE`]: file })).toThrow(/_FILE: .* is empty/);
      fs.rmSync(folder, { recursive: true });
    },
  );

  test('the error does not repeat the value, which may be a secret', () => {
    for (const name of ['APP_SECRET', 'DATABASE_URL', 'SMTP_URL', 'ADMIN_PASSWORD']) {
      expect(() => readConfig({ [name]: 'hush:42', SITE_URL: 'https://sale.example.com' })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hush') }),
      );
    }
  });
});

test('a secret may be short, but not on a public site', () => {
  const site = { SITE_URL: 'https://sale.example.com' };
  expect(readConfig({ ...site, APP_SECRET: SECRET }).appSecret).toBe(SECRET);
  expect(() => readConfig({ ...site, APP_SECRET: SECRET.slice(1) })).toThrow(/APP_SECRET: must have at least 32/);
  expect(readConfig({ SITE_URL: 'http://load.example.com', APP_SECRET: 'x' }).appSecret).toBe('x');
});

test('limits can be turned off, but not on a public site', () => {
  expect(readConfig({ RATE_LIMITS: 'off', SITE_URL: 'http://load.example.com' }).rateLimits).toBe(false);
  expect(() => readConfig({ RATE_LIMITS: 'off', SITE_URL: 'https://sale.example.com' })).toThrow(/RATE_LIMITS/);
});

test.each([
  ['', 20],
  ['6', 6],
  ['200', 200],
])('DATABASE_CONNECTIONS=%s opens at most %s', (text, count) => {
  expect(readConfig({ DATABASE_CONNECTIONS: text }).databaseConnections).toBe(count);
});
test.each(['5', '201', '6.5', '-6', 'many'])('DATABASE_CONNECTIONS=%s is refused', (text) => {
  expect(() => readConfig({ DATABASE_CONNECTIONS: text })).toThrow(
    /DATABASE_CONNECTIONS: must be a whole number from 6 to 200/,
  );
});

describe('the object store', () => {
  const STORE = {
    S3_ENDPOINT: 'https://objects.example.com',
    S3_BUCKET: 'launchbook',
    S3_REGION: 'ap-south-1',
    S3_ACCESS_KEY_ID: 'KEY',
    S3_SECRET_ACCESS_KEY: 'a/secret+of=the-store',
  };

  test('gets new files once all of its variables are set, unless they shall go to the disk', () => {
    expect(readConfig({})).toMatchObject({ objectStore: null, newFiles: 'disk' });
    expect(readConfig({ UPLOADS_STORAGE: 'disk' })).toMatchObject({ objectStore: null, newFiles: 'disk' });
    expect(readConfig(STORE)).toMatchObject({
      objectStore: {
        endpoint: 'https://objects.example.com',
        bucket: 'launchbook',
        region: 'ap-south-1',
        accessKeyId: 'KEY',
        secretAccessKey: 'a/secret+of=the-store',
        isPathStyle: true,
      },
      newFiles: 'store',
    });
    expect(readConfig({ ...STORE, UPLOADS_STORAGE: 'disk' })).toMatchObject({ newFiles: 'disk' });
  });

  test('of Amazon has the bucket in the host name, any other in the path, unless a setting says otherwise', () => {
    const style = (more: Record<string, string>) => readConfig({ ...STORE, ...more }).objectStore?.isPathStyle;
    expect(style({ S3_ENDPOINT: 'https://s3.ap-south-1.amazonaws.com' })).toBe(false);
    expect(style({ S3_ENDPOINT: 'https://s3.ap-south-1.amazonaws.com', S3_PATH_STYLE: 'on' })).toBe(true);
    expect(style({ S3_ENDPOINT: 'https://amazonaws.com.example.com' })).toBe(true);
    expect(style({ S3_PATH_STYLE: 'off' })).toBe(false);
  });

  test.each(Object.keys(STORE))('without %s the start is refused, by name and without a secret', (name) => {
    const refusal = (() => {
      try {
        return String(readConfig({ ...STORE, [name]: '' }));
      } catch (cause) {
        return String(cause);
      }
    })();
    expect(refusal).toContain(`\n  ${name}: is missing`);
    expect(refusal.match(/is missing/g)).toHaveLength(1);
    expect(refusal).not.toContain(STORE.S3_SECRET_ACCESS_KEY);
  });

  test('a setting of it alone is refused, and so is a bucket in the endpoint', () => {
    expect(() => readConfig({ UPLOADS_STORAGE: 'store' })).toThrow(/S3_ENDPOINT: is missing/);
    expect(() => readConfig({ S3_PATH_STYLE: 'on' })).toThrow(/S3_BUCKET: is missing/);
    expect(() => readConfig({ ...STORE, S3_ENDPOINT: 'https://objects.example.com/launchbook' })).toThrow(
      /S3_ENDPOINT: must be/,
    );
    expect(() => readConfig({ ...STORE, S3_BUCKET: 'A_bucket' })).toThrow(/S3_BUCKET: must be/);
  });
});
