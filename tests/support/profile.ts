/** The calls of the profile, and unique values for tests. */

import { toChecksumAddress } from '../../src/lib/accounts/wallet.rules.ts';
import { verhoeffHolds } from '../../src/lib/core/formats.ts';
import { type Account, PASSWORD } from './accounts.ts';
import type { Answer, Site } from './site.ts';

export const GET_PROFILE = '/api/v1/user/auth/profile/get';
export const UPDATE_PROFILE = '/api/v1/user/auth/profile/update';

type Sent = Record<string, unknown> | FormData | URLSearchParams;

/** Binds the calls to a site. `site` is a function because the site starts after the tests are declared. */
export function profileCalls(site: () => Site) {
  return {
    get: async ({ token }: Account) => (await site().call('GET', GET_PROFILE, { token })).body.data,
    /** Default: the right current password. */
    update: ({ token }: Account, body: Sent): Promise<Answer> =>
      site().call('PUT', UPDATE_PROFILE, {
        token,
        body: body instanceof FormData || body instanceof URLSearchParams ? body : { password: PASSWORD, ...body },
      }),
    rowOf: ({ id }: Account) =>
      site().database.platform.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Inserts a file of this owner, or of a super admin for null. @returns its id */
    upload: async (owner: Account | null, companyId: string, mime: string = 'image/png'): Promise<string> => {
      const { id } = await site()
        .database.platform.insertInto('media')
        .values({
          company_id: companyId,
          owner_id: owner?.id ?? null,
          owner_kind: owner ? 'user' : 'super',
          kind: mime.split('/')[1] ?? '',
          mime,
          file_name: 'me',
          size_bytes: 1,
          sha256: '0'.repeat(64),
          storage_key: `test/${mime}`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

let numbers = 23_456_789_000;
/** A valid Aadhaar number. */
export function aadhaar(): string {
  const base = String(++numbers);
  for (let digit = 0; digit < 10; digit++) if (verhoeffHolds(base + digit)) return base + digit;
  throw new Error('every base has a check digit');
}

let wallets = 0;
/** An address with its checksum. */
export const wallet = (): string => toChecksumAddress(`0x${(++wallets).toString(16).padStart(8, 'a').padEnd(40, 'b')}`);
