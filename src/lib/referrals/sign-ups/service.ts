/** How a referred member came, for the signs at the approval of their purchases (decision 0411). */
import type { Db } from '../../db/client.ts';
import type { Scope } from '../../scope.ts';
import { signUpNetwork } from '../signs.rules.ts';
import * as store from './store.ts';

/**
 * Records the registration of a referred member in its transaction.
 * @param isSameBrowser whether the referrer had logged in in the browser of the request
 */
export async function recordSignUp(
  tx: Db,
  { app, company, request }: Pick<Scope, 'app' | 'company' | 'request'>,
  { userId, referrerId, isSameBrowser }: { userId: string; referrerId: string; isSameBrowser: boolean },
): Promise<void> {
  const network = signUpNetwork(request.ip);
  const networkHash = network === null ? null : app.secrets.mac('referrals', `${referrerId}\0${network}`);
  await store.insertSignUp(tx, { companyId: company.id, userId, networkHash, isSameBrowser });
}

/** Notes that a referred member pays in a browser in which their referrer had logged in. */
export const noteSameBrowser = store.noteSameBrowser;
