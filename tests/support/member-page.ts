/** The calls behind a member's page, and mails that stand in the outbox as if they had been sent. */
import type { Account, Home } from './accounts.ts';
import { type Answer, freshIp, type Site } from './site.ts';

const BASE = '/api/v1/admin/member';

export const READS = ['get', 'purchases', 'stock', 'referrals', 'sign-ins', 'mails'] as const;
export type Read = (typeof READS)[number];

export interface PageCalls {
  read(what: Read, id: string, query?: Record<string, string | number>): Promise<Answer>;
  resend(id: string, mailId: string): Promise<Answer>;
}

/** As this account, from an address of its own. */
export function pageCallsOf(site: Site, { token }: Account): PageCalls {
  return {
    read: (what, id, query = {}) => {
      const params = Object.entries({ id, ...query }).map(([name, value]): [string, string] => [name, String(value)]);
      return site.call('GET', `${BASE}/${what}?${new URLSearchParams(params)}`, { token, ip: freshIp() });
    },
    resend: (id, mailId) => site.call('POST', `${BASE}/mails/resend`, { token, ip: freshIp(), body: { id, mailId } }),
  };
}

let made = 0;
/** A mail that went out an hour ago unless said otherwise. @returns its id */
export async function putMail(
  home: Home,
  to: Pick<Account, 'companyId' | 'email'>,
  more: { kind?: string; aboutId?: string; ageSeconds?: number; state?: 'SENT' | 'FAILED' | 'WAITING' } = {},
): Promise<string> {
  const { kind = 'welcome', aboutId = null, ageSeconds = 3600, state = 'SENT' } = more;
  const at = new Date(Date.now() - ageSeconds * 1000);
  const { id } = await home.database.platform
    .insertInto('mails')
    .values({
      scope_id: to.companyId,
      company_id: to.companyId,
      to_address: to.email,
      subject: 'Hello',
      kind,
      about_id: aboutId,
      message_id: `<put-${process.pid}-${++made}@example.com>`,
      state,
      created_at: at,
      sent_at: state === 'SENT' ? at : null,
      next_attempt_at: new Date(Date.now() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Kinds, admins and purchases of the mails to an address, the oldest first. */
export function outboxOf(home: Home, address: string) {
  return home.database.platform
    .selectFrom('mails')
    .select(['id', 'kind', 'about_id', 'resent_by', 'subject', 'state'])
    .where('to_address', '=', address)
    .orderBy('created_at')
    .execute();
}
