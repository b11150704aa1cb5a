/**
 * Decisions of the outbox: what a failure means, how long to wait, and what a header or a log may contain. A failure of the
 * mail server delays all mails and counts against none of them; an answer about one mail (4xx, 5xx) counts against that mail.
 */
import { cleanLine } from '../core/text.ts';

/** Times and limits of the worker. */
export interface Pace {
  /** A claimed mail is due again after this time unless its lease is renewed, so also after a crash. */
  readonly leaseSeconds: number;
  /** Mails that one process sends at the same time, each on its own connection. */
  readonly concurrency: number;
  /** How many of them only codes may use, so that slow deliveries of other mails never hold up a code. */
  readonly codeReserve: number;
  readonly retryFirstSeconds: number;
  readonly retryMaxSeconds: number;
  /** Pause after a failure of the mail server itself, first and at most. */
  readonly gateFirstSeconds: number;
  readonly gateMaxSeconds: number;
  /** Longest delivery: RFC 5321, 4.5.3.2.6 allows a server ten minutes after DATA. */
  readonly sendSeconds: number;
  /** How long a stop waits for deliveries in flight; a stop has ten seconds in all. */
  readonly drainSeconds: number;
}

export const PACE: Pace = {
  leaseSeconds: 60,
  concurrency: 32,
  codeReserve: 4,
  retryFirstSeconds: 5,
  retryMaxSeconds: 1800,
  gateFirstSeconds: 5,
  gateMaxSeconds: 60,
  sendSeconds: 600,
  drainSeconds: 7,
};

/** The order of sending: all due mails of a lower lane go first. */
export const LANE = { code: 0, decision: 1, rest: 2, bulk: 3 } as const;
export type Lane = (typeof LANE)[keyof typeof LANE];

/** Kinds that people wait for at the screen. The second one is sent instead of a code. */
const CODE_KINDS = /-code$|^already-registered$/;
/** Decisions of admins about a member, and what they ask. */
const DECISION_KINDS = /^(purchase-(approved|rejected|reversed|question)|(reward|account|refund)-\w+)$/;
/** Notices by which the owner of an account, or the admins, may discover an attack. */
const SECURITY_KINDS =
  /^(password-changed|email-(left|taken)|new-admin|new-device|failed-attempts|passkey-\w+|factor-[\w-]+|(admin|beneficiary|settings|launch|key|webhook)-\w+)$/;

/** What nobody waits for, and what a member can decline. */
const BULK_KINDS = /^(announcement|reminder-\w+)$/;

export function laneOf(kind: string): Lane {
  if (CODE_KINDS.test(kind)) return LANE.code;
  if (BULK_KINDS.test(kind)) return LANE.bulk;
  return DECISION_KINDS.test(kind) || SECURITY_KINDS.test(kind) ? LANE.decision : LANE.rest;
}

/** Permanent refusals (5xx) that end a mail: several, because a server may refuse wrongly while it starts. */
export const REFUSALS_MAX = 3;

/** A mail that the server keeps deferring is given up after this time (RFC 5321, 4.5.4.1: four to five days). */
export const DEFERRED_SECONDS_MAX = 5 * 86_400;

/** Days after which settled rows are deleted. Until then their address and subject answer 'was it sent?'. */
export const SETTLED_DAYS = 30;

/**
 * What a failed delivery means.
 * - `server`: no answer about this mail (unreachable, cut off, sign-in or sender refused): all mails wait.
 * - `later`: the server deferred this one mail (4xx).
 * - `never`: the server refused this one mail (5xx).
 */
export type Failure = 'server' | 'later' | 'never';

/** The parts of an SMTP client's error that classify it. */
export interface SmtpFailure {
  /** The client's own code, as `ECONNECTION` or `EENVELOPE`. */
  readonly code: string;
  /** The answered command, as `RCPT TO` or `DATA`; empty without an answer. */
  readonly command: string;
  /** Null without an answer of the server. */
  readonly responseCode: number | null;
}

export function failureOf({ code, command, responseCode }: SmtpFailure): Failure {
  // The client itself rejected the address or the message; another attempt would end the same.
  if (responseCode === null) return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'never' : 'server';
  // 421 ends the session and 503 says that the session, not the mail, was in the wrong state (RFC 5321, 4.2.3).
  if (responseCode === 421 || responseCode === 503) return 'server';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'server';
  if (responseCode >= 500 && responseCode < 600) return 'never';
  return responseCode >= 400 && responseCode < 500 ? 'later' : 'server';
}

/** @param attempts answers about this mail so far, including this one */
export function isGivenUp(failure: Failure, attempts: number, ageSeconds: number): boolean {
  if (failure === 'never') return attempts >= REFUSALS_MAX;
  return failure === 'later' && ageSeconds >= DEFERRED_SECONDS_MAX;
}

/**
 * Exponential with jitter, so that mails that failed together are not retried together.
 * @param tries from 1.
 * @param random from 0 to 1.
 * @returns seconds, between a half and the whole of the step.
 */
export function backoffSeconds(tries: number, firstSeconds: number, maxSeconds: number, random: number): number {
  const step = Math.min(maxSeconds, firstSeconds * 2 ** Math.min(30, Math.max(0, tries - 1)));
  return step * (0.5 + random / 2);
}

/** Whether the code in a mail has expired before the mail could be sent; such a mail would only confuse. */
export function isTooLate(ageSeconds: number, validSeconds: number | null): boolean {
  return validSeconds !== null && ageSeconds >= validSeconds;
}

/** One visible line of bounded length, fit for a header, a file and a log. */
export function oneLine(text: string, lengthMax: number): string {
  const letters = [...cleanLine(text).replace(/\s+/gu, ' ')];
  return letters.length <= lengthMax ? letters.join('') : `${letters.slice(0, lengthMax - 1).join('')}…`;
}

/** One plain address: no display name, no list, nothing that could end a header or an SMTP command. */
export function isOneAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u.test(address);
}

/**
 * A server's answer for the log and the row. Servers echo addresses and sometimes the text, so addresses and all digits that
 * could be a code are removed.
 */
export function redacted(text: string): string {
  const cut = text.replace(/(?<![^\s<>"'])[^\s<>"']+@[^\s<>"']+/gu, '…@…').replace(/\d(?:[\s-]?\d){4,}/gu, '…');
  return oneLine(cut, 200);
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

export interface SmtpServer {
  readonly host: string;
  /** Null for the default of the protocol: 465 for `smtps`, else 587. */
  readonly port: number | null;
  readonly user: string;
  readonly password: string;
  /**
   * - `first`: `smtps://`, the connection begins with TLS.
   * - `required`: STARTTLS; without it nothing is sent, not even the password.
   * - `offered`: STARTTLS if the server offers it. Only for the machine itself, where nobody can remove the offer.
   * - `off`: no TLS, by `?tls=off`.
   */
  readonly tls: 'first' | 'required' | 'offered' | 'off';
}

/** @param url a valid `SMTP_URL` */
export function smtpServerOf(url: string): SmtpServer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const rest = { host, port: port ? Number(port) : null, user: decoded(username), password: decoded(password) };
  if (protocol === 'smtps:') return { ...rest, tls: 'first' };
  if (searchParams.get('tls') === 'off') return { ...rest, tls: 'off' };
  return { ...rest, tls: LOOPBACK_HOST.test(host.toLowerCase()) ? 'offered' : 'required' };
}

/** A password with a bare percent sign is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The domain of `Name <address@domain>` or `address@domain`; `localhost` without one. */
export function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost';
}

/** The company of a mail, for its sender. */
export interface MailCompany {
  readonly id: string;
  readonly symbol: string;
  readonly tokenName: string;
}

/** How the deployment identifies its own company: by the id if one is configured, else by the symbol. */
export interface OwnCompany {
  readonly companyId: string | null;
  readonly tokenSymbol: string;
}

/**
 * The sender of a mail. The address is the deployment's. A configured name is for its own company and the platform; another
 * company's mails have the name of its token, as its site does.
 * @param from as configured: `Name <address>` or an address
 */
export function senderOf(
  from: string,
  company: MailCompany | null,
  own: OwnCompany,
): { readonly name: string; readonly address: string } {
  const [, name = '', address = from.trim()] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? [];
  const isOwn = own.companyId ? company?.id === own.companyId : company?.symbol === own.tokenSymbol;
  if (!company || (isOwn && name !== '')) return { name, address };
  return { name: oneLine(company.tokenName, 80), address };
}

/** The same for every attempt of one mail, so that people and servers recognise a duplicate. */
export function messageIdOf(id: string, domain: string): string {
  return `<${id}@${domain}>`;
}

/** ISO 8601 in its basic form, because some file systems refuse colons. Sorts by time. */
export function outboxName(id: string, createdAt: Date): string {
  return `${createdAt.toISOString().replace(/[-:]/g, '')}-${id}.eml`;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.source;
const MAIL_FILE = new RegExp(`^(?:\\d{8}T\\d{6}\\.\\d{3}Z-(${UUID})\\.eml|\\.(${UUID})(?:\\.${UUID})?\\.tmp)$`);

/** The draft that becomes the file of a mail. @param attempt distinguishes attempts of one mail */
export function draftName(id: string, attempt: string): string {
  return `.${id}.${attempt}.tmp`;
}

/** The id of the mail of an `.eml` file or a draft; null for any other file. */
export function mailIdOfFile(name: string): string | null {
  const [, fileId, draftId] = MAIL_FILE.exec(name) ?? [];
  return fileId ?? draftId ?? null;
}
