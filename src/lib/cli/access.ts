/** `access`: a way in for those who have lost theirs, for whoever has the server in hand. */
import { giveAdminPassword, nameSuperAdmin, removeSuperAdmin } from '../auth/operator.ts';
import { findSite } from '../companies/store.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { Say } from './backup.ts';

const USAGE = `Say whom it is for:
  npm run access -- admin EMAIL               gives an admin of the site's company a new password
  npm run access -- superadmin EMAIL          makes the address a super admin's, who signs in by mailed codes
  npm run access -- superadmin:remove EMAIL   takes that away again
COMPANY_ID, or TOKEN_SYMBOL, names the company as it does for the program.`;

/** @returns whether it was done */
export async function access(database: Database, config: Config, args: readonly string[], say: Say): Promise<boolean> {
  const [what = '', address = '', ...more] = args;
  const email = address.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || more.length > 0) throw new Error(USAGE);
  const origin = config.siteUrl ?? `http://localhost:${config.port}`;
  switch (what) {
    case 'admin': {
      const key = { companyId: config.companyId, symbol: config.tokenSymbol };
      const company = (await findSite(database.platform, key))?.company;
      if (!company) throw new Error(`There is no company of ${config.companyId ?? config.tokenSymbol} here.`);
      const password = await giveAdminPassword(database, company.id, email);
      if (password === null) {
        say(`${company.company_name} has no admin with the address ${email}. A super admin can invite one.`);
        return false;
      }
      say(
        `ok ${email} may sign in at ${origin}/admin/login\n  password ${password}\nAll sessions of the account have ended. Have the password changed.`,
      );
      return true;
    }
    case 'superadmin':
      if (await nameSuperAdmin(database, email))
        say(`ok ${email} may sign in at ${origin}/superadmin/login by a mailed code`);
      else say(`ok ${email} is a super admin already; sign in at ${origin}/superadmin/login`);
      return true;
    case 'superadmin:remove': {
      const outcome = await removeSuperAdmin(database, email);
      if (outcome === 'removed') say(`ok ${email} is no super admin any more; all sessions have ended`);
      else if (outcome === 'unknown') say(`There is no super admin with the address ${email}.`);
      else say(`${email} is the only super admin. Name another one first.`);
      return outcome === 'removed';
    }
    default:
      throw new Error(USAGE);
  }
}
