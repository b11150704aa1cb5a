/** The lists of admins, small and large: the same questions, and how much longer they take. */
import { closedLoop, request } from './client.ts';
import { openSessions } from './people.ts';
import type { Place } from './place.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const QUESTIONS = [
  ['members, first page', '/api/v1/admin/auth/list?page=1&limit=10'],
  ['members, waiting', '/api/v1/admin/auth/list?page=1&limit=10&isApproved=false'],
  ['members, search', '/api/v1/admin/auth/list?page=1&limit=10&search=kavita%20joshi'],
  ['purchases, pending', '/api/v1/admin/transaction/list?page=1&limit=10&status=PENDING'],
  ['purchases, approved, page 50', '/api/v1/admin/transaction/list?page=50&limit=10&status=APPROVED'],
  ['purchases, search', '/api/v1/admin/transaction/list?page=1&limit=10&status=PENDING&search=600000000'],
] as const;

export async function listRows(
  place: Place,
  [small, large]: readonly [number, number],
  requests: number,
): Promise<Row[]> {
  const { url, client } = await place.makeDatabase('lists');
  await (await place.serve({ databaseUrl: url })).stop();
  const medians = new Map<string, { p50: number; p99: number }[]>();
  let admin = '';
  for (const size of [small, large]) {
    await topUp(client, { members: size, purchases: size });
    if (admin === '') admin = (await openSessions(client, await siteCompany(client), 'admin', 1))[0]?.secret ?? '';
    const program = await place.serve({ databaseUrl: url });
    for (const [what, address] of QUESTIONS) {
      const bytes = request('GET', address, program.port, { headers: { Authorization: admin } });
      const load = { port: program.port, atOnce: 1, next: () => bytes };
      await closedLoop({ ...load, requests: 20 });
      const { p50, p99, unexpected } = await closedLoop({ ...load, requests });
      if (unexpected.size > 0) throw new Error(`${address}: unexpected ${JSON.stringify([...unexpected])}`);
      medians.set(what, [...(medians.get(what) ?? []), { p50, p99 }]);
    }
    await program.stop();
  }
  return [...medians].map(([what, [before, after]]) => {
    const growth = (after?.p50 ?? Number.NaN) / (before?.p50 ?? Number.NaN);
    return {
      what: `${what}, ${large.toLocaleString('en-IN')} rows`,
      figure: `p99 ${ms(after?.p99 ?? Number.NaN)}, ${growth.toFixed(1)} times ${small.toLocaleString('en-IN')} rows`,
      bar: 'p99 50 ms, 3 times',
      peer: `p50 ${ms(before?.p50 ?? Number.NaN)} at ${small.toLocaleString('en-IN')}`,
      isMet: (after?.p99 ?? Number.NaN) < 50 && growth < 3,
    };
  });
}
