/** `access`: lets operators restore the access of admins and super admins from the command line. */
import {
  addSuperAdmin,
  removePasskeys,
  removeSuperAdmin,
  resetAdminPassword,
} from '../auth/operator-access/service.ts';
import { findSite } from '../companies/store.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { Print } from './backup.ts';

const USAGE = `Name the account:
  npm run access -- admin EMAIL               gives an admin of the site's company a new password
  npm run access -- superadmin EMAIL          makes the address a super admin, who signs in with mailed codes
  npm run access -- superadmin:remove EMAIL   removes this super admin
  npm run access -- passkeys:remove EMAIL     removes all passkeys of this super admin
COMPANY_ID, or TOKEN_SYMBOL, names the company as it does for the program.`;

/** @returns whether the access was changed, or already was as requested */
export async function access(
  database: Database,
  config: Config,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const [command = '', address = '', ...more] = args;
  const email = address.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || more.length > 0) throw new Error(USAGE);
  const origin = config.siteUrl ?? `http://localhost:${config.port}`;
  switch (command) {
    case 'admin': {
      const key = { companyId: config.companyId, symbol: config.tokenSymbol };
      const company = (await findSite(database.platform, key))?.company;
      if (!company) throw new Error(`There is no company ${config.companyId ?? config.tokenSymbol} in this database.`);
      const password = await resetAdminPassword(database, company.id, email);
      if (password === null) {
        print(`${company.company_name} has no admin with the address ${email}. A super admin can invite one.`);
        return false;
      }
      print(
        `ok ${email} may sign in at ${origin}/admin/login\n  password ${password}\nAll sessions of the account have ended. The password works for 7 days. After that the sign-in asks for another.`,
      );
      return true;
    }
    case 'superadmin':
      if (await addSuperAdmin(database, email))
        print(`ok ${email} may sign in at ${origin}/superadmin/login with a mailed code`);
      else print(`ok ${email} is a super admin already: sign in at ${origin}/superadmin/login`);
      return true;
    case 'superadmin:remove': {
      const outcome = await removeSuperAdmin(database, email);
      if (outcome === 'removed') print(`ok ${email} is no longer a super admin. All their sessions have ended.`);
      else if (outcome === 'unknown') print(`There is no super admin with the address ${email}.`);
      else print(`${email} is the only super admin. Name another one first.`);
      return outcome === 'removed';
    }
    case 'passkeys:remove': {
      const count = await removePasskeys(database, email);
      if (count === null) print(`There is no super admin with the address ${email}.`);
      else print(`ok ${email} has no passkey any more (${count} removed). All their sessions have ended.`);
      return count !== null;
    }
    default:
      throw new Error(USAGE);
  }
}
