/** What every use case is given: who asks, for which company, on which database, at what time. Types only. */
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database, Db } from './db/client.ts';
import type { Companies, Role, SessionKind } from './db/schema.ts';
import type { CompanyBrands } from './db/schema-companies.ts';
import type { MediaStorage } from './media/storage.ts';
import type { Secrets } from './secrets.ts';

export interface App {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly storage: MediaStorage;
  /** Whether some company's site has this host name, lower case and without a port. */
  isCompanyHost(name: string): Promise<boolean>;
  /** Tells the mail worker that a commit may have left something for it. */
  wakeMail(): void;
}

export type Company = Selectable<Companies>;

/** What a company shows instead of the catalogue's entry of its token; null where it shows that. */
export type BrandOverrides = Omit<Selectable<CompanyBrands>, 'company_id' | 'updated_at'>;

/** A signed-in account. `userId` is null for a super admin, who belongs to no company. */
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
}

export interface RequestFacts {
  readonly id: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly idempotencyKey: string | null;
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

/** What a use case answers. `session` asks the HTTP layer to set or clear the cookie of a kind. */
export interface Result<T> {
  readonly data?: T;
  readonly message?: string;
  readonly session?: SessionChange;
  /** Set where the answer is a file to keep: what a browser saves it as. Letters, digits, points and dashes. */
  readonly fileName?: string;
  /** Set where the answer is a file that is made while it is sent, and not the envelope. */
  readonly file?: { readonly name: string; readonly mime: string; readonly chunks: AsyncIterable<Uint8Array> };
}
export type SessionChange =
  | { readonly kind: SessionKind; readonly cookie: string; readonly maxAgeSeconds: number }
  | { readonly kind: SessionKind; readonly cookie: null };

/** The signed-in account. The endpoint has let only the right kind through; without it this is a defect. */
export function actorOf(scope: Scope): Actor {
  if (!scope.actor) throw new Error('Assertion failed: this call runs only for a signed-in account');
  return scope.actor;
}
