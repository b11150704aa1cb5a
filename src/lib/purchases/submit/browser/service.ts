/** In which browser a referred member pays. */
import { knownDevice } from '../../../auth/devices/service.ts';
import type { Db } from '../../../db/client.ts';
import { noteSameBrowser } from '../../../referrals/sign-ups/service.ts';
import type { Scope } from '../../../scope.ts';
import type { Buyer } from '../store.ts';

/** A buyer who pays in the browser of their referrer may be one person with them (decision 0411). */
export async function noteBrowser(tx: Db, scope: Scope, { id, referrerId }: Buyer): Promise<void> {
  if (referrerId === null) return;
  const referrer = { companyId: scope.company.id, accountId: referrerId };
  if ((await knownDevice(scope, tx, referrer)) === null) return;
  await noteSameBrowser(tx, scope.company.id, id);
}
