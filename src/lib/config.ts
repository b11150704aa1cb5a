/** The environment, read once. A bad value stops the start and names the variable (docs/contract.md, Configuration). */
import fs from 'node:fs';
import path from 'node:path';
import * as z from './core/zod.ts';

const oneOf = <const T extends readonly string[]>(values: T) =>
  z.optional(z.enum(values, `must be one of ${values.join(', ')}`));
const matching = (pattern: RegExp, error: string) => z.optional(z.string().check(z.regex(pattern, error)));
const text = z.optional(z.string());

/** Characters of `APP_SECRET` on a public site: too many to guess from the hashes of one-time codes. */
const SECRET_LENGTH_MIN = 32;

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65535;
const isPoolSize = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= 6 && Number(text) <= 200;
function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\/[^/?#\s]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, search } = new URL(text);
  return search === '' || (protocol === 'smtp:' && search === '?tls=off');
}
const isCount = (text: string): boolean => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= 100_000;
const isOrigin = (text: string): boolean => /^https?:\/\/[^/?#\s@]+\/?$/.test(text) && URL.canParse(text);

/** Host, scheme and port alone: the bucket is in S3_BUCKET. */
const isEndpoint = (text: string): boolean => isOrigin(text) && !new URL(text).hostname.startsWith('.');

const Environment = z.object({
  PORT: z.optional(
    z.pipe(z.string().check(z.refine(isPort, 'must be a port number from 0 to 65535')), z.transform(Number)),
  ),
  HOST: text,
  METRICS_PORT: z.optional(
    z.pipe(z.string().check(z.refine(isPort, 'must be a port number from 0 to 65535')), z.transform(Number)),
  ),
  METRICS_HOST: text,
  METRICS_NAMES: text,
  DATA_DIR: text,
  DATABASE_URL: matching(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://'),
  DATABASE_POOLING: oneOf(['session', 'transaction']),
  DATABASE_CONNECTIONS: z.optional(
    z.pipe(z.string().check(z.refine(isPoolSize, 'must be a whole number from 6 to 200')), z.transform(Number)),
  ),
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(isSmtpUrl, 'must begin with smtp:// or smtps://; its only parameter is ?tls=off, after smtp:// alone'),
      ),
  ),
  MAIL_FROM: matching(/@/, 'must hold a mail address'),
  S3_ENDPOINT: z.optional(
    z
      .string()
      .check(z.refine(isEndpoint, 'must be an origin without the bucket, as https://s3.ap-south-1.amazonaws.com')),
  ),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  S3_REGION: matching(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, as ap-south-1; many stores take us-east-1'),
  S3_ACCESS_KEY_ID: matching(/^[\x21-\x7e]+$/, 'must be one word'),
  S3_SECRET_ACCESS_KEY: matching(/^[\x21-\x7e]+$/, 'must be one word'),
  S3_PATH_STYLE: oneOf(['on', 'off']),
  UPLOADS_STORAGE: oneOf(['disk', 'store']),
  APP_SECRET: text,
  APP_SECRET_PREVIOUS: text,
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12, 'must have at least 12 characters'))),
  SITE_URL: z.optional(z.string().check(z.refine(isOrigin, 'must be an origin, as https://sale.example.com'))),
  TOKEN_SYMBOL: oneOf(['MASP', 'NTCN', 'PPCN', 'SHIK', 'ACW', 'COWL', 'RSGN', 'GLC', 'NXT', 'GLXY']),
  COMPANY_ID: z.optional(z.uuid('must be the id of a company')),
  ADMIN_EMAIL: z.optional(z.email('must be a mail address')),
  ADMIN_PASSWORD: z.optional(
    z
      .string()
      .check(z.minLength(8, 'must have at least 8 characters'), z.maxLength(128, 'must have at most 128 characters')),
  ),
  SUPERADMIN_EMAIL: z.optional(z.email('must be a mail address')),
  RATE_LIMITS: oneOf(['on', 'off']),
  WEBHOOK_LOOPBACK: oneOf(['on', 'off']),
  BREACHED_PASSWORDS_FILE: text,
  CODE_REQUESTS_PER_IPV4_HOUR: z.optional(
    z.pipe(z.string().check(z.refine(isCount, 'must be a whole number from 1 to 100000')), z.transform(Number)),
  ),
  TRUSTED_PROXIES: text,
  WITNESS_URLS: text,
  HSTS_SUBDOMAINS: oneOf(['on', 'off']),
  REQUIRE_SECOND_FACTORS: oneOf(['on', 'off']),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
});

/** Variables whose value may come from the file that `NAME_FILE` names, as systemd and containers pass secrets. */
const SECRET_VARIABLES = [
  'APP_SECRET',
  'APP_SECRET_PREVIOUS',
  'DATABASE_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'BACKUP_PASSPHRASE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** Names of all variables, for the table in docs/operations.md. */
export const VARIABLES: readonly string[] = [
  ...Object.keys(Environment.shape),
  ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
];

/** The object store of uploads. */
export interface StoreSettings {
  /** An origin. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is in the path of a URL, and not in its host name. */
  readonly isPathStyle: boolean;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where `GET /metrics` is served; null where it is not. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Names under which `GET /metrics` is asked for, in addition to addresses and `localhost`. */
  readonly metricsNames: readonly string[];
  /** Absolute. The program writes only inside this folder. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** How long a pooler between the program and PostgreSQL gives a connection one session: always, or for a transaction. */
  readonly databasePooling: 'session' | 'transaction';
  /** Connections that one program opens at most. */
  readonly databaseConnections: number;
  /** Null: uploads are on the disk. */
  readonly objectStore: StoreSettings | null;
  /** Where new uploads go. */
  readonly newFiles: 'disk' | 'store';
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly appSecret: string | null;
  /** The secret before the last rotation, still accepted for what was written under it. */
  readonly appSecretPrevious: string | null;
  /** Encrypts backups, and decrypts them for a restore. */
  readonly backupPassphrase: string | null;
  /** The public origin without a trailing slash; null if the site is reached by a loopback name and `port`. */
  readonly siteUrl: string | null;
  readonly tokenSymbol: string;
  readonly companyId: string | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly superAdminEmail: string;
  readonly rateLimits: boolean;
  /** Whether webhooks may go to this machine, by http too. */
  readonly webhookLoopback: boolean;
  /** Absolute; one password on each line. */
  readonly breachedPasswordsFile: string | null;
  /** Requests for codes from one IPv4 address: a mobile carrier puts many people behind one. */
  readonly codeRequestsPerIpv4Hour: number;
  readonly trustedProxies: readonly string[];
  /** Witnesses of the ledgers, each as `URL#KEY`. */
  readonly witnessUrls: readonly string[];
  /** Whether browsers must use https for every subdomain of the site's host, too. */
  readonly hstsSubdomains: boolean;
  /** Whether every admin and super admin needs a second factor. */
  readonly requiresSecondFactors: boolean;
  readonly logLevel: string;
}

/** @throws Error with one line for each variable that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable counts as not set.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse({ ...set, ...readSecretFiles(set) });
  if (!parsed.success) throw unusable(parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`));
  const values = parsed.data;
  const siteUrl = values.SITE_URL?.replace(/\/$/, '') ?? null;
  if (values.RATE_LIMITS === 'off' && siteUrl?.startsWith('https:')) {
    throw new Error('RATE_LIMITS=off is for load tests only and is refused while SITE_URL is https.');
  }
  if (values.WEBHOOK_LOOPBACK === 'on' && siteUrl?.startsWith('https:')) {
    throw new Error('WEBHOOK_LOOPBACK=on is for tests only and is refused while SITE_URL is https.');
  }
  if (
    values.APP_SECRET !== undefined &&
    values.APP_SECRET.length < SECRET_LENGTH_MIN &&
    siteUrl?.startsWith('https:')
  ) {
    throw unusable([`APP_SECRET: must have at least ${SECRET_LENGTH_MIN} characters while SITE_URL is https`]);
  }
  const objectStore = objectStoreOf(values);
  return {
    port: values.PORT ?? 4321,
    host: values.HOST ?? '127.0.0.1',
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST ?? '127.0.0.1',
    metricsNames: listOf(values.METRICS_NAMES),
    dataDir: path.resolve(values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL ?? null,
    databasePooling: values.DATABASE_POOLING ?? 'session',
    databaseConnections: values.DATABASE_CONNECTIONS ?? 20,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? 'no-reply@localhost',
    objectStore,
    newFiles: values.UPLOADS_STORAGE ?? (objectStore ? 'store' : 'disk'),
    appSecret: values.APP_SECRET ?? null,
    appSecretPrevious: values.APP_SECRET_PREVIOUS ?? null,
    backupPassphrase: values.BACKUP_PASSPHRASE ?? null,
    siteUrl: siteUrl ? new URL(siteUrl).origin : null,
    tokenSymbol: values.TOKEN_SYMBOL ?? 'COWL',
    companyId: values.COMPANY_ID ?? null,
    adminEmail: values.ADMIN_EMAIL?.toLowerCase() ?? null,
    adminPassword: values.ADMIN_PASSWORD ?? null,
    superAdminEmail: values.SUPERADMIN_EMAIL?.toLowerCase() ?? 'superadmin@example.com',
    rateLimits: values.RATE_LIMITS !== 'off',
    webhookLoopback: values.WEBHOOK_LOOPBACK === 'on',
    breachedPasswordsFile: values.BREACHED_PASSWORDS_FILE ? path.resolve(values.BREACHED_PASSWORDS_FILE) : null,
    codeRequestsPerIpv4Hour: values.CODE_REQUESTS_PER_IPV4_HOUR ?? 20,
    trustedProxies: listOf(values.TRUSTED_PROXIES),
    witnessUrls: listOf(values.WITNESS_URLS),
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    requiresSecondFactors: values.REQUIRE_SECOND_FACTORS === 'on',
    logLevel: values.LOG_LEVEL ?? 'info',
  };
}

const STORE_VARIABLES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** All of the variables, or none. @throws Error that names those that are missing */
function objectStoreOf(values: z.output<typeof Environment>): StoreSettings | null {
  const missing = STORE_VARIABLES.filter((name) => values[name] === undefined);
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) {
    const wants = values.S3_PATH_STYLE !== undefined || values.UPLOADS_STORAGE === 'store';
    if (missing.length === STORE_VARIABLES.length && !wants) return null;
    throw unusable(
      missing.map((name) => `${name}: is missing; set all five S3_ variables of the object store, or none`),
    );
  }
  const { origin, hostname } = new URL(endpoint);
  // Others than Amazon seldom have a host name for each bucket, and no certificate covers one with a dot in it.
  const hasHosts = /(^|\.)amazonaws\.com(\.cn)?$/.test(hostname) && !bucket.includes('.');
  const isPathStyle = values.S3_PATH_STYLE ? values.S3_PATH_STYLE === 'on' : !hasHosts;
  return { endpoint: origin, bucket, region, accessKeyId, secretAccessKey, isPathStyle };
}

/** Parts between commas. */
function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function unusable(lines: readonly string[]): Error {
  return new Error(`The environment is not usable.\n  ${lines.join('\n  ')}`);
}

/** The values of the variables that name a file. A line break at the end of the file does not count. */
function readSecretFiles(env: Record<string, string | undefined>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of SECRET_VARIABLES) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) throw unusable([`${name}_FILE: ${name} is set too; set one of the two`]);
    try {
      values[name] = fs.readFileSync(file, 'utf8').replace(/(?<![\r\n])[\r\n]+$/, '');
    } catch {
      throw unusable([`${name}_FILE: ${file} cannot be read`]);
    }
    if (values[name] === '') throw unusable([`${name}_FILE: ${file} is empty`]);
  }
  return values;
}
