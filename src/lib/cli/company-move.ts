/** `npm run company:move`: one company goes from this cluster to another one (docs/operations.md, Moving a company). */
import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { PLATFORM_ID } from '../db/schema/schema.ts';
import { loadSecrets } from '../secrets.ts';
import type { Print } from './backup.ts';
import { exportCompany, type Leaving, reopen } from './company-export.ts';
import { importCompany, openVerified } from './company-import.ts';
import { withDatabase } from './database.ts';

const USAGE = 'Use: npm run company:move -- export SYMBOL FILE | import FILE | open SYMBOL | undo SYMBOL';

/** @throws Error with a sentence for the operator */
export async function moveCompany(
  config: Config,
  args: readonly string[],
  fileOf: (name: string) => string,
  print: Print,
): Promise<boolean> {
  const [verb = '', name = '', file, ...more] = args;
  const hasFile = verb === 'export';
  if (name === '' || more.length > 0 || (file !== undefined) !== hasFile) throw new Error(USAGE);
  return withDatabase(config, async (home) => {
    const { platform } = home.database;
    if (verb === 'import') return importCompany(home, config, fileOf(name), print);
    const company = await findCompany(platform, name.toUpperCase());
    if (verb === 'export') {
      refuseUnmovable(config, company);
      return exportCompany(home, config, company, fileOf(file ?? ''), print);
    }
    if (!company.isMoved) throw new Error(`${company.symbol} is open here. Nothing was changed.`);
    if (verb === 'open') {
      if (await hasLeft(platform, company))
        throw new Error(
          `${company.symbol} has left this cluster. To take that back: npm run company:move -- undo ${company.symbol}`,
        );
      return openVerified(home.database, config, company, print);
    }
    if (verb !== 'undo') throw new Error(USAGE);
    if (!(await hasLeft(platform, company)))
      throw new Error(
        `${company.symbol} has not left this cluster; it has arrived. To open it: npm run company:move -- open ${company.symbol}`,
      );
    await refuseElsewhere(platform, company);
    await reopen(home.database, company, { config, secrets: loadSecrets(config) });
    print(`ok ${company.symbol} is open here again. Do not open it in another cluster.`);
    return true;
  });
}

interface MovableCompany extends Leaving {
  readonly isMoved: boolean;
}

async function findCompany(db: Db, symbol: string): Promise<MovableCompany> {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'token_symbol', 'moved_at'])
    .where('token_symbol', '=', symbol)
    .executeTakeFirst();
  if (!row) throw new Error(`There is no company with the token ${symbol}. Nothing was changed.`);
  const hosts = await db
    .selectFrom('company_hosts')
    .select('host')
    .where('company_id', '=', row.id)
    .orderBy('host')
    .execute();
  return { id: row.id, symbol, hosts: hosts.map(({ host }) => host), isMoved: row.moved_at !== null };
}

/** Whether the company is closed because it left, and not because it has arrived and was not opened yet. */
async function hasLeft(db: Db, { id }: Leaving): Promise<boolean> {
  const last = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('scope_id', '=', PLATFORM_ID)
    .where('subject_id', '=', id)
    .where('action', 'in', ['company.leave', 'company.arrive', 'company.return'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.action === 'company.leave';
}

function refuseUnmovable({ companyId, tokenSymbol }: Config, { id, symbol, hosts }: Leaving): void {
  if (companyId ? companyId === id : tokenSymbol === symbol)
    throw new Error(
      `${symbol} is the company of this cluster's own address, where its super admins sign in. Name another one in COMPANY_ID first. Nothing was changed.`,
    );
  if (hosts.length === 0)
    throw new Error(
      `${symbol} has no host of its own, so nobody could reach it in another cluster. Nothing was changed.`,
    );
}

/** Two clusters that both serve a company would sell its tokens twice. */
async function refuseElsewhere(db: Db, { symbol, hosts }: Leaving): Promise<void> {
  const named = await db
    .selectFrom('cluster_hosts')
    .select('host')
    .where('host', 'in', [...hosts, ''])
    .execute();
  if (named.length > 0)
    throw new Error(
      `Another cluster serves ${named.map(({ host }) => host).join(', ')}. If ${symbol} was never opened there, remove the hosts from the directory first: npm run cluster:hosts -- remove. Nothing was changed.`,
    );
}
