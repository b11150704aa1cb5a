/** The calls for accounts of admins, and queries for the tests of these calls. */
import type { Account, Home } from './accounts.ts';
import { type Answer, freshIp, type Site } from './site.ts';

const AUTH = '/api/v1/admin/auth';

export interface MemberCalls {
  list(query?: Record<string, string | number | boolean>): Promise<Answer>;
  add(body: unknown): Promise<Answer>;
  update(body: unknown): Promise<Answer>;
  remove(id: string): Promise<Answer>;
  setStatus(id: string, status: string): Promise<Answer>;
}

/** The member asks for the deletion: an account with value is not deleted before. */
export async function askForDeletion(site: Home, { id }: Pick<Account, 'id'>): Promise<void> {
  const users = site.database.platform.updateTable('users').where('id', '=', id);
  await users.set({ deletion_requested_at: new Date() }).execute();
}

/** Calls as this account, from a separate IP address. */
export function callsOf(site: Site, { token }: Account): MemberCalls {
  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    site.call(method, path, { token, ip: freshIp(), ...(body !== undefined && { body }) });
  return {
    list: (query = {}) =>
      call(
        'GET',
        `${AUTH}/list?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      ),
    add: (body) => call('POST', `${AUTH}/add`, body),
    update: (body) => call('PUT', `${AUTH}/update`, body),
    remove: (id) => call('DELETE', `${AUTH}/delete`, { id }),
    setStatus: (id, status) => call('PUT', '/api/v1/admin/member/status', { id, status }),
  };
}

/** The row, also of an erased account. */
export function userRow(home: Home, id: string) {
  return home.database.platform.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The audit entries about a subject, oldest first. */
export function trailAbout(home: Home, id: string) {
  return home.database.platform
    .selectFrom('audit_entries')
    .select(['action', 'actor_kind', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();
}

/** The kinds of the mails to an address, oldest first, optionally of one state. */
export async function mailsTo(home: Home, address: string, state?: 'WAITING'): Promise<string[]> {
  const rows = await home.database.platform
    .selectFrom('mails')
    .select('kind')
    .where('to_address', '=', address)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'WAITING'))
    .orderBy('created_at')
    .orderBy('kind')
    .execute();
  return rows.map((row) => row.kind);
}

let made = 0;
/** The input of the form 'Add New User', with an unused address. */
export const newPerson = (more: Record<string, unknown> = {}) => ({
  name: 'Meera Iyer',
  mobile: '98765 43210',
  email: `new-${process.pid}-${++made}@example.com`,
  role: 'USER',
  password: 'seven quiet lanterns',
  ...more,
});
