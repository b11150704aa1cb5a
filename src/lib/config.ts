/** The environment, read once. A bad value stops the start and names the variable (decisions, point 1). */
import path from 'node:path';
import * as z from 'zod';

const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, `must be one of ${words.join(', ')}`).optional();

/** Of `APP_SECRET` on a public site, in characters: what can't be guessed when the codes' hashes are known. */
const SECRET_LENGTH_MIN = 32;

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((p) => p <= 65535, 'must be a port number from 0 to 65535')
    .optional(),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().regex(/@/, 'must hold a mail address').optional(),
  APP_SECRET: z.string().optional(),
  SITE_URL: z
    .string()
    .refine(
      (t) => /^https?:\/\/[^/?#\s@]+\/?$/.test(t) && URL.canParse(t),
      'must be an origin, as https://sale.example.com',
    )
    .optional(),
  TOKEN_SYMBOL: oneOf(['MASP', 'NTCN', 'PPCN', 'SHIK', 'ACW', 'COWL', 'RSGN', 'GLC', 'NXT', 'GLXY']),
  COMPANY_ID: z.uuid('must be the id of a company').optional(),
  ADMIN_EMAIL: z.email('must be a mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  SUPERADMIN_EMAIL: z.email('must be a mail address').optional(),
  RATE_LIMITS: oneOf(['on', 'off']),
  TRUSTED_PROXIES: z.string().optional(),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. Everything that the program writes lies under it. */
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly appSecret: string | null;
  /** The public origin without a trailing slash, or null where the loopback names with the port are the site's. */
  readonly siteUrl: string | null;
  readonly tokenSymbol: string;
  readonly companyId: string | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly superAdminEmail: string;
  readonly rateLimits: boolean;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
}

/** @throws Error with one line for each variable that is wrong. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is one that is not set.
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`);
    throw new Error(`The environment is not usable.\n  ${lines.join('\n  ')}`);
  }
  const it = parsed.data;
  const siteUrl = it.SITE_URL?.replace(/\/$/, '') ?? null;
  if (it.RATE_LIMITS === 'off' && siteUrl?.startsWith('https:')) {
    throw new Error('RATE_LIMITS=off is for load tests only and is refused while SITE_URL is https.');
  }
  if (it.APP_SECRET !== undefined && it.APP_SECRET.length < SECRET_LENGTH_MIN && siteUrl?.startsWith('https:')) {
    throw new Error(
      `The environment is not usable.\n  APP_SECRET: must have at least ${SECRET_LENGTH_MIN} characters while SITE_URL is https`,
    );
  }
  return {
    port: it.PORT ?? 4321,
    host: it.HOST ?? '127.0.0.1',
    dataDir: path.resolve(it.DATA_DIR ?? './data'),
    databaseUrl: it.DATABASE_URL ?? null,
    smtpUrl: it.SMTP_URL ?? null,
    mailFrom: it.MAIL_FROM ?? 'no-reply@localhost',
    appSecret: it.APP_SECRET ?? null,
    siteUrl: siteUrl ? new URL(siteUrl).origin : null,
    tokenSymbol: it.TOKEN_SYMBOL ?? 'COWL',
    companyId: it.COMPANY_ID ?? null,
    adminEmail: it.ADMIN_EMAIL?.toLowerCase() ?? null,
    adminPassword: it.ADMIN_PASSWORD ?? null,
    superAdminEmail: it.SUPERADMIN_EMAIL?.toLowerCase() ?? 'superadmin@example.com',
    rateLimits: it.RATE_LIMITS !== 'off',
    trustedProxies: (it.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((s) => s.trim())
      .filter(Boolean),
    logLevel: it.LOG_LEVEL ?? 'info',
  };
}
