/**
 * The pure decisions of the outbox: what a failure means, how long to wait, and what may stand in a header or a log.
 * Two kinds of waiting are kept apart: a failure of the mail server closes a gate for every mail and is no fault of
 * any of them; only an answer about one mail (4xx, 5xx) counts against that mail.
 */
import { cleanLine } from '../core/text.ts';

/** The tempo of the worker. */
export interface Pace {
  /** A claimed mail that nobody settles or renews comes back after this long, so after a crash. */
  readonly leaseSeconds: number;
  /** Mails under way at once in one process. */
  readonly concurrency: number;
  readonly retryFirstSeconds: number;
  readonly retryMaxSeconds: number;
  /** How long nothing is tried after the mail server itself failed, first and at most. */
  readonly gateFirstSeconds: number;
  readonly gateMaxSeconds: number;
  /** Longest time that one delivery may take: RFC 5321, 4.5.3.2.6 lets a server think for ten minutes after DATA. */
  readonly sendSeconds: number;
  /** At a stop, what is under way may finish for this long (a stop is given ten seconds in all). */
  readonly drainSeconds: number;
}

export const PACE: Pace = {
  leaseSeconds: 60,
  concurrency: 4,
  retryFirstSeconds: 5,
  retryMaxSeconds: 1800,
  gateFirstSeconds: 5,
  gateMaxSeconds: 60,
  sendSeconds: 600,
  drainSeconds: 7,
};

/** Permanent refusals (5xx) that end a mail: more than one, because a server that starts up refuses wrongly. */
export const REFUSALS_MAX = 3;

/** A mail that a server keeps putting off is given up after this long (RFC 5321, 4.5.4.1: four to five days). */
export const PUT_OFF_SECONDS_MAX = 5 * 86_400;

/** Settled rows hold an address and a subject; they are kept this long to answer 'was it sent?'. */
export const KEPT_DAYS = 30;

/**
 * What a failed delivery means.
 * - `server`: nothing was said about this mail (unreachable, cut off, sign-in or sender refused): all mails wait.
 * - `later`: the server put this one mail off (4xx).
 * - `never`: the server refused this one mail (5xx).
 */
export type Failure = 'server' | 'later' | 'never';

/** The parts of an SMTP client's error that tell what happened. */
export interface SmtpFailure {
  /** The client's own code, as `ECONNECTION` or `EENVELOPE`. */
  readonly code: string;
  /** The command that was answered, as `RCPT TO` or `DATA`; empty where none was. */
  readonly command: string;
  /** The server's answer, or null where it gave none. */
  readonly responseCode: number | null;
}

export function failureOf({ code, command, responseCode }: SmtpFailure): Failure {
  // The client itself found the address or the message unfit; another try finds the same.
  if (responseCode === null) return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'never' : 'server';
  // 421 ends the session and 503 says that the session, not the mail, was in the wrong state (RFC 5321, 4.2.3).
  if (responseCode === 421 || responseCode === 503) return 'server';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'server';
  if (responseCode >= 500 && responseCode < 600) return 'never';
  return responseCode >= 400 && responseCode < 500 ? 'later' : 'server';
}

/** Whether a mail that was answered `attempts` times (this one counted) is given up. */
export function isGivenUp(failure: Failure, attempts: number, ageSeconds: number): boolean {
  if (failure === 'never') return attempts >= REFUSALS_MAX;
  return failure === 'later' && ageSeconds >= PUT_OFF_SECONDS_MAX;
}

/**
 * Exponential with jitter, so that many mails that failed together do not come back together.
 * @param tries from 1.
 * @param random from 0 to 1.
 * @returns seconds, between a half and the whole of the step.
 */
export function backoffSeconds(tries: number, firstSeconds: number, maxSeconds: number, random: number): number {
  const step = Math.min(maxSeconds, firstSeconds * 2 ** Math.min(30, Math.max(0, tries - 1)));
  return step * (0.5 + random / 2);
}

/** Whether a code in a mail has run out before the mail could leave; such a mail would only confuse. */
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
 * A server's answer for the log and the row: servers echo addresses and sometimes the text, so both are cut out,
 * with every run of digits that could be a code.
 */
export function redacted(text: string): string {
  const cut = text.replace(/[^\s<>"']+@[^\s<>"']+/gu, '…@…').replace(/\d(?:[\s-]?\d){4,}/gu, '…');
  return oneLine(cut, 200);
}

/** The domain of `Name <address@domain>` or `address@domain`; `localhost` where there is none. */
export function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost';
}

/** The company that a mail is of, as far as its sender goes. */
export interface MailCompany {
  readonly id: string;
  readonly symbol: string;
  readonly tokenName: string;
}

/** How the deployment names its own company: by the id where one is configured, else by the symbol. */
export interface OwnCompany {
  readonly companyId: string | null;
  readonly tokenSymbol: string;
}

/**
 * Who a mail says it is from. The address is the deployment's. The name in front of it, where one is configured, is of its
 * own company and of the platform; another company's mails carry the name of its token, as its site does.
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

/** The same for every try of one mail, so that a reader (person or server) can recognise a double. */
export function messageIdOf(id: string, domain: string): string {
  return `<${id}@${domain}>`;
}

/** ISO 8601 in its basic form, because a colon can't stand in a file name everywhere. Sorts by time. */
export function outboxName(id: string, createdAt: Date): string {
  return `${createdAt.toISOString().replace(/[-:]/g, '')}-${id}.eml`;
}
