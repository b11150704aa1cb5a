/** The calls by which admins keep accounts, and what tests then ask of the database. */
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

/** As this account, from an address of its own. */
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

/** The row, also of an erased account; undefined where there is none. */
export function userRow(home: Home, id: string) {
  return home.database.platform.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What the trail says about a subject, the oldest first. */
export function trailAbout(home: Home, id: string) {
  return home.database.platform
    .selectFrom('audit_entries')
    .select(['action', 'actor_kind', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('seq')
    .execute();
}

/** Kinds of the mails to an address, the oldest first; of one state only where it is given. */
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
/** What the form 'Add New User' sends, with an address that nobody has. */
export const newPerson = (more: Record<string, unknown> = {}) => ({
  name: 'Meera Iyer',
  mobile: '98765 43210',
  email: `new-${process.pid}-${++made}@example.com`,
  role: 'USER',
  password: 'seven quiet lanterns',
  ...more,
});
