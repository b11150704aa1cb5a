/**
 * The mails of an installation without a mail server, for whoever set it up. They hold sign-in codes: only this very
 * machine sees them, and only while the site is reached by a loopback name. (Behind a proxy on the same machine that is not
 * in TRUSTED_PROXIES every visitor has a loopback address.)
 */
import { isIPv4 } from 'node:net';
import path from 'node:path';
import type { Config } from '../config.ts';
import { listOutbox, type OutboxMail } from './outbox.ts';

const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/;

function isLoopback(ip: string): boolean {
  return ip === '::1' || (isIPv4(ip) && ip.startsWith('127.'));
}

type Setting = Pick<Config, 'smtpUrl' | 'siteUrl' | 'dataDir'>;

export function mayShowMailbox({ smtpUrl, siteUrl }: Setting, ip: string): boolean {
  const isLocalSite = siteUrl === null || LOOPBACK_NAME.test(new URL(siteUrl).hostname);
  return smtpUrl === null && isLocalSite && isLoopback(ip);
}

/** The newest mails, newest first; null for whoever may not see them. */
export async function readMailbox(config: Setting, ip: string): Promise<OutboxMail[] | null> {
  return mayShowMailbox(config, ip) ? listOutbox(path.join(config.dataDir, 'outbox')) : null;
}
