/**
 * Sends one signed message to a receiver (Standard Webhooks 1.0). The address comes from an admin, so it may lead anywhere: the name
 * is resolved once, every address of it must be public, and the connection goes to that very address. Redirects are not followed,
 * and nothing of the answer but its status leaves this file.
 */
import { createHmac } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '../networks.ts';
import type { Outcome } from '../webhooks/rules.ts';

const TIMEOUT_MS = 15_000;

export interface Message {
  readonly id: string;
  /** Of the try. */
  readonly sentAt: Date;
  readonly body: string;
}

/**
 * The header `webhook-signature`.
 * @param secrets each `whsec_` and base64; with two, a receiver that knows one of them accepts
 */
export function signaturesOf({ id, sentAt, body }: Message, secrets: readonly string[]): string {
  const text = `${id}.${secondsOf(sentAt)}.${body}`;
  return secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    .join(' ');
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

interface Options {
  /** For tests: the receiver is on this machine, and may have no https. */
  readonly allowsLoopback: boolean;
  /** Aborted when the program ends. */
  readonly signal: AbortSignal;
}

/** Posts the message. Never rejects: what went wrong is the outcome. */
export async function send(
  url: string,
  message: Message,
  secrets: readonly string[],
  { allowsLoopback, signal }: Options,
): Promise<Outcome> {
  const target = new URL(url);
  const until = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const address = await resolve(target, allowsLoopback, until);
    if (typeof address !== 'string') return address;
    return { status: await post(target, address, message, signaturesOf(message, secrets), until) };
  } catch (cause) {
    return { error: reasonOf(cause, until) };
  }
}

const nameOf = (target: URL): string => target.hostname.replace(/^\[|\]$/g, '');

/** The one address to connect to, IPv4 first; an outcome unless every address may be used. */
async function resolve(target: URL, allowsLoopback: boolean, until: AbortSignal): Promise<string | Outcome> {
  const known = await addressesOf(nameOf(target), until);
  const mayUse = (address: string): boolean =>
    allowsLoopback && isLoopback(address) ? true : target.protocol === 'https:' && isPublicAddress(address);
  const [first] = known;
  if (first === undefined || !known.every(mayUse)) return { error: 'The address of the receiver is not a public one.' };
  return first;
}

/**
 * Asks the name servers itself: the threads of the system's look-up are those of files and hashes, and a slow name server of one receiver
 * held them. Names of the machine's own list (`/etc/hosts`) are not known here; they lead to no public address.
 */
async function addressesOf(name: string, until: AbortSignal): Promise<string[]> {
  if (isIP(name) !== 0) return [name];
  if (name === 'localhost') return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const cancel = (): void => resolver.cancel();
  until.addEventListener('abort', cancel, { once: true });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  until.removeEventListener('abort', cancel);
  until.throwIfAborted();
  const known = answers.flatMap((it) => (it.status === 'fulfilled' ? it.value : []));
  const [failed] = answers;
  if (known.length === 0 && failed?.status === 'rejected') throw failed.reason;
  return known;
}

/** @returns the status of the answer */
function post(target: URL, address: string, message: Message, signatures: string, until: AbortSignal): Promise<number> {
  const isSecure = target.protocol === 'https:';
  const body = Buffer.from(message.body);
  return new Promise((done, fail) => {
    const request = (isSecure ? https : http).request({
      host: address,
      port: target.port === '' ? (isSecure ? 443 : 80) : Number(target.port),
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      // The certificate must be of the name, though the connection goes to the address.
      ...(isSecure && isIP(nameOf(target)) === 0 && { servername: target.hostname }),
      agent: false,
      signal: until,
      headers: {
        Host: target.host,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        'User-Agent': 'Launchbook-Webhooks/1',
        'webhook-id': message.id,
        'webhook-timestamp': String(secondsOf(message.sentAt)),
        'webhook-signature': signatures,
      },
    });
    request.on('error', fail);
    request.on('response', (response) => {
      response.on('error', () => {});
      done(response.statusCode ?? 0);
      // A body of any length is not read.
      response.destroy();
    });
    request.end(body);
  });
}

function reasonOf(cause: unknown, until: AbortSignal): string {
  if (until.aborted)
    return until.reason instanceof DOMException && until.reason.name === 'TimeoutError'
      ? `The receiver did not answer within ${TIMEOUT_MS / 1000} seconds.`
      : 'The program was stopped before the receiver answered.';
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'The name of the receiver was not found.';
  if (code === 'ETIMEOUT' || code === 'ESERVFAIL') return 'The name servers of the receiver did not answer.';
  return `The connection failed${/^[A-Z_]+$/.test(code) ? ` (${code})` : ''}.`;
}
