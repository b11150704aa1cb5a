/** The set-up checklist of a new installation, read from the server each time. */
import { listPayees, refusesExamples } from '../../beneficiaries/service.ts';
import type { Scope } from '../../scope.ts';
import { type SetupItem, setupItems } from './rules.ts';
import * as store from './store.ts';

export interface Setup {
  readonly items: readonly SetupItem[];
  /** There are example payment details. */
  readonly hasExamplePayee: boolean;
  /** Buyers do not see them, and cannot pay to them. */
  readonly areExamplesClosed: boolean;
  /** Whether nothing is sealed before the operator has confirmed that the database was set back. */
  readonly isSealingPaused: boolean;
}

export async function readSetup(scope: Scope): Promise<Setup> {
  const { app, db, company } = scope;
  const [payees, { admins, isSealingPaused }, lastBackupAt] = await Promise.all([
    listPayees(scope),
    store.readAdmins(db, company.id),
    store.readLastBackup(app.database.platform),
  ]);
  const hasExamplePayee = payees.some((it) => it.isExample);
  const items = setupItems({
    hasPayee: payees.length > 0,
    hasExamplePayee,
    company,
    hasSupportContact: company.support_email !== '' || company.support_phone !== '',
    admins,
    hasMailServer: app.config.smtpUrl !== null,
    lastBackupAt,
  });
  return { items, hasExamplePayee, areExamplesClosed: refusesExamples(app), isSealingPaused };
}
