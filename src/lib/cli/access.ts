/** `access`: lets operators restore the access of admins and super admins from the command line. */
import {
  addSuperAdmin,
  removeFactorsOfAdmin,
  removeFactorsOfSuper,
  removeSuperAdmin,
  resetAdminPassword,
} from '../auth/operator-access/service.ts';
import { mailBrand, publicOriginOf } from '../companies/service.ts';
import { findSite } from '../companies/store.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { configureMail } from '../mail/service.ts';
import { loadSecrets } from '../secrets.ts';
import type { Print } from './backup.ts';

const USAGE = `Name the account:
  npm run access -- admin EMAIL               gives an admin of the site's company a new password
  npm run access -- superadmin EMAIL          makes the address a super admin, who signs in with mailed codes
  npm run access -- superadmin:remove EMAIL   removes this super admin
  npm run access -- admin:factors EMAIL       removes all second factors of an admin of the site's company
  npm run access -- superadmin:factors EMAIL  removes all second factors of this super admin
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
      const { company } = await siteOf(database, config);
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
    case 'admin:factors':
    case 'superadmin:factors':
      return removeFactors(database, config, { email, isSuper: command === 'superadmin:factors' }, print);
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
    default:
      throw new Error(USAGE);
  }
}

async function siteOf(database: Database, config: Config) {
  const key = { companyId: config.companyId, symbol: config.tokenSymbol };
  const site = await findSite(database.platform, key);
  if (!site) throw new Error(`There is no company ${config.companyId ?? config.tokenSymbol} in this database.`);
  return site;
}

async function removeFactors(
  database: Database,
  config: Config,
  { email, isSuper }: { email: string; isSuper: boolean },
  print: Print,
): Promise<boolean> {
  const { company, now, primaryHost } = await siteOf(database, config);
  configureMail({ secrets: loadSecrets(config), from: config.mailFrom });
  const sender = { brand: mailBrand({ company, origin: publicOriginOf({ config }, primaryHost) }), now };
  const count = isSuper
    ? await removeFactorsOfSuper(database, email, sender)
    : await removeFactorsOfAdmin(database, company.id, email, sender);
  const who = isSuper ? 'super admin' : 'admin';
  if (count === null) print(`There is no ${who} with the address ${email}.`);
  else print(`ok ${email} has no second factor any more (${count} removed). All their sessions have ended.`);
  return count !== null;
}
