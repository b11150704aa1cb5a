import type * as z from 'zod/mini';

/*
 * One contract per call: the endpoint serves it, the islands call it, the tests walk it and the API page is made of it.
 * `zod/mini` because the islands carry it.
 */

/** Whose session a call needs. `any` is some signed-in account of whichever kind; `public` needs none. */
export type Access = 'public' | 'member' | 'admin' | 'super' | 'any';

/** A limit that the endpoint counts before it does anything else, by client address. */
export interface IpLimit {
  /** Name of the counter; calls with the same name share it. */
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
}

export interface Contract<I extends z.ZodMiniType = z.ZodMiniType, O extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the `/api/v1` prefix; equal to the path of the file that serves it. `[id]` marks a parameter. */
  readonly path: string;
  readonly access: Access;
  /** Where the input comes from. `form` takes JSON, urlencoded and multipart fields alike. */
  readonly from: 'query' | 'json' | 'form' | 'upload';
  readonly input: I;
  readonly output: O;
  /** What this call does, one sentence, for the API page. */
  readonly summary: string;
  /** The public text when it fails for no reason that the buyer can mend (spec point 8). */
  readonly failure: string;
  /** The message of success, where the service gives no other. */
  readonly success?: string;
  readonly limits?: readonly IpLimit[];
  /** Something new is there after success: 201 and not 200. */
  readonly creates?: true;
  /** Set where the answer of success is a file and not the envelope: its content types. */
  readonly answers?: readonly string[];
  /** True for sign-in, code request and reset: must come from the site's own origin even without a cookie. */
  readonly sensitive?: boolean;
}

export type InputOf<C extends Contract> = z.output<C['input']>;
export type SentOf<C extends Contract> = z.input<C['input']>;
export type OutputOf<C extends Contract> = z.output<C['output']>;

/** Keeps the literal types of a contract. */
export function contract<I extends z.ZodMiniType, O extends z.ZodMiniType>(it: Contract<I, O>): Contract<I, O> {
  return it;
}

/** What every answer of the API looks like (decisions, point 4). */
export interface Success<T> {
  status: true;
  message: string;
  data?: T;
}
export interface Failure {
  status: false;
  message: string | string[];
  code: string;
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
