import type { KeyScope } from './key-scopes.ts';
import type * as z from './zod.ts';

/*
 * One contract per call: the endpoint serves it, forms check their input against it, the tests walk it and the API page is
 * generated from it.
 */

/** Which session a call needs. `any` is a signed-in account of any kind; `public` needs no session. */
export type Access = 'public' | 'member' | 'admin' | 'super' | 'any';

/** A limit that the endpoint counts. */
export interface CallLimit {
  /** Name of the counter; calls with the same name share it. */
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** What a browser needs of a call. */
export interface CallFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the `/api/v1` prefix; equal to the path of the file that serves it. `[id]` marks a parameter. */
  readonly path: string;
  readonly access: Access;
  /** Where the input comes from. `form` takes JSON, urlencoded and multipart fields alike. */
  readonly from: 'query' | 'json' | 'form' | 'upload';
  /** The public text when it fails for no reason that the person can correct (docs/contract.md). */
  readonly failure: string;
  /** The message of success, where the service gives no other. */
  readonly success?: string;
  /** A browser sends it again by itself when it was refused because too many wait (503): nothing has been done then. */
  readonly repeatsWhenBusy?: true;
}

/** A call with or without its schemas: what `InputOf` and its like take. */
export interface Call extends CallFacts {
  readonly input?: z.ZodMiniType;
  readonly output?: z.ZodMiniType;
}

/** What only the server needs of a call. */
interface Terms<I extends z.ZodMiniType, O extends z.ZodMiniType> {
  readonly input: I;
  readonly output: O;
  /** What this call does, one sentence, for the API page. */
  readonly summary: string;
  /** Counted before anything else, by client address. */
  readonly limits?: readonly CallLimit[];
  /** Counted by account, before the body is read. */
  readonly accountLimit?: CallLimit;
  /** Of an upload whose file may be larger than others, in bytes. */
  readonly fileBytesMax?: number;
  /** Of an upload whose file goes to the storage. */
  readonly storesFile?: true;
  /** Success creates something: 201 and not 200. */
  readonly creates?: true;
  /** Set where success is answered with a file and not the envelope: its content types. */
  readonly answers?: readonly string[];
  /** Set for sign-ins by password: the lane of the queue of password hashes. */
  readonly hashLane?: 'public' | 'admin';
  /** True for sign-in, code request and reset: must come from the site's own origin even without a cookie. */
  readonly sensitive?: boolean;
  /**
   * The call needs a session that signed in or re-authenticated within the last ten minutes (docs/contract.md,
   * Re-authentication). `always`: the endpoint refuses others, and `password` in the input, if any, is the caller's own.
   * `sometimes`: the service does, for some inputs. `withFactor`: the endpoint refuses others of an account with a second factor.
   * `again`: a sign-in is not enough; for what outlives the session or says where money goes (docs/decisions/0756).
   */
  readonly recentAuthentication?: 'always' | 'sometimes' | 'withFactor' | 'again';
  /**
   * A session without such a proof makes 50 of these calls an hour, all kinds counted together, and then needs one. API keys,
   * which have no session, are not counted.
   */
  readonly recentAfterMany?: true;
  /**
   * Set where free texts to buyers wait for a second admin under a two-admin rule. Other calls take only ready sentences then
   * (docs/decisions/0670).
   */
  readonly textsWait?: true;
  /** API keys with this scope may make the call; without it none may (docs/contract.md, API keys). */
  readonly keyScope?: KeyScope;
  /** An account that must choose a password may call it: to choose one, or to leave (docs/contract.md, Passwords). */
  readonly whilePasswordDue?: true;
  /** A session that must add a second factor first may call it: to add one, or to leave (docs/contract.md, Second factors). */
  readonly whileFactorDue?: true;
}

export interface Contract<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType>
  extends CallFacts,
    Terms<I, O> {}

/**
 * An entry of `calls.ts`. It has the types of its contract and none of its schemas, so that a browser makes the call
 * without loading them. `Contracts` is the module `contract.ts`, `Name` the export there.
 */
export interface CallOf<Contracts extends Record<Name, Contract>, Name extends keyof Contracts> extends CallFacts {
  /** Never set: carries the type. */
  readonly input?: Contracts[Name]['input'];
  /** Never set: carries the type. */
  readonly output?: Contracts[Name]['output'];
}

export type InputOf<C extends Call> = z.output<NonNullable<C['input']>>;
export type SentOf<C extends Call> = z.input<NonNullable<C['input']>>;
export type OutputOf<C extends Call> = z.output<NonNullable<C['output']>>;

/** Joins a call with its schemas. @__NO_SIDE_EFFECTS__ */
export function contract<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  call: CallFacts,
  terms: Terms<I, O>,
): Contract<I, O> {
  return { ...call, ...terms };
}

/** What every answer of the API looks like (docs/contract.md). */
export interface Success<T> {
  status: true;
  message: string;
  data?: T;
}
export interface Failure {
  status: false;
  message: string | string[];
  code: string;
  /** The input field that it is about. */
  field?: string;
  /** What a client does differently for it, as `same_reference`. */
  reason?: string;
  requestId: string;
}

/** The messages of a failed check in the order of the fields, each once. */
export function issueMessages(error: z.core.$ZodError): string[] {
  const out = new Set<string>();
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) out.add(`Unknown field: ${key.slice(0, 60)}.`);
    } else {
      const at = issue.path.join('.');
      out.add(/^Invalid input/.test(issue.message) ? `Please check the field ${at || 'sent'}.` : issue.message);
    }
  }
  return [...out];
}
