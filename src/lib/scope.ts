/** What every use case receives: the account, the company, the database and the time. Types, and `actorOf`. */
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Call, InputOf, OutputOf } from './core/contract.ts';
import type { Language } from './core/texts.ts';
import type { Database, Db } from './db/client.ts';
import type { CompanyBrands } from './db/schema/companies.ts';
import type { Companies, Role, SessionKind } from './db/schema/schema.ts';
import type { MediaStorage } from './media/storage.ts';
import type { Secrets } from './secrets.ts';

export interface App {
  readonly config: Config;
  /** Started with `--demo`: its company, members and payments are made up. */
  readonly isDemo: boolean;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly storage: MediaStorage;
  /** Whether some company's site has this host name, lower case and without a port. */
  isCompanyHost(name: string): Promise<boolean>;
  /** The cluster of each host that another one serves, as it was at the start. */
  readonly clusterHosts: ReadonlyMap<string, string>;
  /** The same as it is now. */
  readClusterHosts(): Promise<ReadonlyMap<string, string>>;
  /** A sentence for the operator while a pooler in front of the database does not fit; null otherwise. */
  poolerProblem(): string | null;
  /** Tells the mail worker that a commit may have left something for it. */
  wakeMail(): void;
}

export type Company = Selectable<Companies>;

/** What a company shows instead of the catalogue's entry of its token; null where it shows that. */
export type BrandOverrides = Omit<Selectable<CompanyBrands>, 'company_id' | 'updated_at'>;

/** A signed-in account, or the admin that an API key acts for. `userId` is null for a super admin, who belongs to no company. */
export interface Actor {
  readonly kind: SessionKind;
  readonly sessionId: string;
  /** The account's id: of `users`, or of `super_admins` for kind `super`. */
  readonly id: string;
  readonly role: Role | null;
  readonly email: string;
  readonly name: string;
  readonly memberId: string | null;
  readonly isApproved: boolean;
  readonly profileImageId: string | null;
  /** When the session last proved whose it is: its sign-in or its latest re-authentication. */
  readonly authenticatedAt: Date;
  /** Whether it proved that again after its sign-in. */
  readonly isConfirmed: boolean;
  /** When somebody else set the password; null once the owner has chosen one. */
  readonly passwordGivenAt: Date | null;
  /** The first characters of the API key that acts for this account; missing in a session. */
  readonly apiKey?: string;
  /** Sign-ins left without the second factor that the account needs, 0 if it may do nothing else; null where it needs none or has one. */
  readonly factorGraceLeft: number | null;
  /** Unread notifications, at most 100. Counted for pages alone; 0 for calls of the API. */
  readonly unreadNotifications: number;
}

/** The secrets of sessions that a request carries. A header that is there decides alone who acts. */
export interface Credentials {
  readonly header: string | null;
  readonly cookies: Partial<Record<SessionKind, string>>;
}

export interface RequestFacts {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly idempotencyKey: string | null;
  /** Only for calls of the API. */
  readonly client?: ClientFacts;
}

/** What a call of the API says about its client. */
export interface ClientFacts {
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
  /** The secret of this browser, from its cookie; null without one. */
  readonly device: string | null;
  /** The challenge of the codes that this browser requested, from its cookie; null without one. */
  readonly challenge: string | null;
  /** The secret that binds challenges of passkeys to this browser, from its cookie; null without one. */
  readonly passkeyBinding: string | null;
  /** The language that this browser has chosen, from its cookie; null without one. */
  readonly language: Language | null;
  /** True for browsers: programs that call the API drop cookies. */
  readonly isBrowser: boolean;
  readonly credentials: Credentials;
  /** Releases the permit of a sign-in by password, which then only waits. Does nothing for other calls. */
  readonly releaseSignInPermit: () => void;
}

export interface Scope {
  readonly app: App;
  readonly company: Company;
  /** Bound to `company`. */
  readonly db: Db;
  /** The database's time when the request came. */
  readonly now: Date;
  /** The account that the call is made under; null on public calls without a session. */
  readonly actor: Actor | null;
  readonly request: RequestFacts;
  /** Where links and mails of this company lead, without a trailing slash. */
  readonly origin: string;
  readonly brand: BrandOverrides | null;
  /** The origins of the site under which the request came: those that may act under its cookies. */
  readonly origins: ReadonlySet<string>;
}

/** What a use case changes besides its data. `session` asks the HTTP layer to set or clear the cookie of a kind. */
interface Effects {
  readonly message?: string;
  readonly session?: SessionChange;
  readonly cookies?: readonly NewCookie[];
  /** The browser shows pages in this language from now on. */
  readonly language?: Language;
  /** Set where a browser saves the answer: the name of the file. Letters, digits, points and dashes. */
  readonly fileName?: string;
  /** Set where the answer is a file that is made while it is sent, and not the envelope. */
  readonly file?: { readonly name: string; readonly mime: string; readonly chunks: AsyncIterable<Uint8Array> };
}

/** What a use case answers. Only a call whose output may be null can leave out its data. */
export type Result<T> = Effects & (null extends T ? { readonly data?: T } : { readonly data: T });

/** The function behind a call: `export const login: UseCase<typeof calls.login> = async (scope, input) => …`. */
export type UseCase<C extends Call> = (scope: Scope, input: InputOf<C>) => Promise<Result<OutputOf<C>>>;

/** A cookie that no script can read, other than a session's. */
export interface NewCookie {
  readonly name: 'device' | 'challenge' | 'passkeyBinding';
  readonly value: string;
  readonly maxAgeSeconds: number;
}

export type SessionChange =
  | { readonly kind: SessionKind; readonly cookie: string; readonly maxAgeSeconds: number }
  | { readonly kind: SessionKind; readonly cookie: null };

/** The signed-in account. The endpoint has let only the right kind through; without it this is a defect. */
export function actorOf(scope: Scope): Actor {
  if (!scope.actor) throw new Error('Assertion failed: this call runs only for a signed-in account');
  return scope.actor;
}
