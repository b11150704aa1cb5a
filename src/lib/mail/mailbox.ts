/**
 * The mails of an installation without a mail server, for its developer. They contain sign-in codes, so only the machine
 * itself may read them, only while the site has a loopback name, and never through a proxy. (Behind a proxy on the same machine
 * that is not in TRUSTED_PROXIES, every visitor has a loopback address.)
 */
import { isIPv4 } from 'node:net';
import path from 'node:path';
import type { Config } from '../config.ts';
import { listOutbox, type OutboxMail } from './eml-reader.ts';

const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/;

function isLoopback(ip: string): boolean {
  return ip === '::1' || (isIPv4(ip) && ip.startsWith('127.'));
}

type Setting = Pick<Config, 'smtpUrl' | 'siteUrl' | 'dataDir'>;

interface Client {
  readonly ip: string;
  /** Whether a proxy says that it forwarded the request, trusted or not. */
  readonly isForwarded: boolean;
}

export function mayShowMailbox({ smtpUrl, siteUrl }: Setting, { ip, isForwarded }: Client): boolean {
  const isLocalSite = siteUrl === null || LOOPBACK_NAME.test(new URL(siteUrl).hostname);
  return smtpUrl === null && isLocalSite && isLoopback(ip) && !isForwarded;
}

/** The newest mails, newest first; null if the client may not see them. */
export async function readMailbox(config: Setting, client: Client): Promise<OutboxMail[] | null> {
  return mayShowMailbox(config, client) ? listOutbox(path.join(config.dataDir, 'outbox')) : null;
}
