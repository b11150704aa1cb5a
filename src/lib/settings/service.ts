/**
 * The settings of the company. A change locks the company's row FOR UPDATE, so that price and fee do not change during a
 * submission, and is stored with the values before it. Some changes wait for a second admin while a two-admin rule
 * is on.
 */
import { countAdmins, hasIndependentAdmin, notifyAdmins } from '../accounts/admins/service.ts';
import { toE164 } from '../accounts/phone/service.ts';
import { MOBILE_INVALID } from '../accounts/rules.ts';
import { type Proposal, SECOND_ADMIN_HOURS, type Verb } from '../approvals/rules.ts';
import { decideProposal, listProposals, propose } from '../approvals/service.ts';
import { record } from '../audit/service.ts';
import { lockRecentSession } from '../auth/reauthentication/service.ts';
import { mailBrand } from '../companies/service.ts';
import { lockCompany } from '../companies/store.ts';
import type { InputOf } from '../core/contract.ts';
import { ApiError, assert } from '../core/errors.ts';
import * as z from '../core/zod.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { settingsNews } from '../mail/templates/settings.ts';
import { actorOf, type Company, type Result, type Scope, type UseCase } from '../scope.ts';
import type * as calls from './calls.ts';
import { type SettingsProposal, type SettingsValues, settingsValues } from './contract.ts';
import { changedLines } from './labels.rules.ts';
import {
  changedSettings,
  columnsOf,
  merged,
  type SentSettings,
  settingsOf,
  storedSettings,
  valuesOf,
} from './mapper.ts';
import {
  CHANGES_AN_HOUR,
  isUndo,
  needsSecondAdmin,
  type SettingName,
  type Settings,
  settingsProblems,
  UNDO_HOURS,
} from './rules.ts';
import * as store from './store.ts';
import type * as updateCalls from './update/calls.ts';
import { settingsFields } from './update/contract.ts';

const KINDS = ['settings.update'] as const;
const storedChange = z.object({ changed: z.partial(settingsValues) });

/** Changes that wait for a second admin, the oldest first, compared with the present settings. */
export async function listSettingsProposals(scope: Scope): Promise<SettingsProposal[]> {
  const { company } = scope;
  const before = valuesOf(settingsOf(company));
  const proposals = await listProposals(scope, KINDS);
  return Promise.all(
    proposals.map(async ({ head, change, baseVersion }) => {
      const { changed } = z.parse(storedChange, change);
      return {
        ...head,
        before,
        after: z.parse(settingsValues, { ...before, ...changed }),
        isStale: await isOutdated(scope.db, company, baseVersion, changed),
      };
    }),
  );
}

/** Whether one of these settings has changed since the version: a change of others keeps none from being confirmed. */
async function isOutdated(db: Db, company: Company, version: number | null, changed: object): Promise<boolean> {
  if (version === null) return true;
  const since = await store.listChangesSince(db, company.id, version);
  return since.some(({ before, after }) =>
    changedSettings(storedSettings(before), storedSettings(after)).some((name) => name in changed),
  );
}

const CHANGED_MEANWHILE =
  'The settings were changed by another admin in the meantime. Please check the current settings and try again.';

export const getSettings: UseCase<typeof calls.getSettings> = async (scope) => {
  const { company } = scope;
  const [changes, proposals, admins, hasSecond] = await Promise.all([
    store.listChanges(scope.db, company.id),
    listSettingsProposals(scope),
    countAdmins(scope.db, company.id),
    hasSecondAdmin(scope.db, scope),
  ]);
  return {
    data: {
      settings: valuesOf(settingsOf(company)),
      version: company.settings_version,
      history: changes.map((change) => ({
        version: change.version,
        changedBy: change.changed_by,
        changedAt: change.changed_at.toISOString(),
        before: storedSettings(change.before),
        after: storedSettings(change.after),
      })),
      proposals,
      admins,
      hasSecondAdmin: hasSecond,
    },
  };
};

interface Planned {
  readonly company: Company;
  readonly before: Settings;
  readonly after: Settings;
}

function hasSecondAdmin(db: Db, scope: Scope): Promise<boolean> {
  return hasIndependentAdmin(db, scope.company.id, actorOf(scope).id, SECOND_ADMIN_HOURS);
}

/** @throws ApiError invalid with a text for each wrong field */
async function planned(tx: Db, scope: Scope, company: Company, sent: SentSettings): Promise<Planned> {
  const before = settingsOf(company);
  const phone = sent.supportPhone ? toE164(sent.supportPhone) : sent.supportPhone;
  if (phone === null) throw new ApiError('invalid', MOBILE_INVALID, { field: 'supportPhone' });
  const after = merged(before, { ...sent, supportPhone: phone });
  const problems = settingsProblems(before, after, scope.now.getTime(), await hasSecondAdmin(tx, scope));
  const texts = Object.values(problems);
  if (texts.length > 0) throw new ApiError('invalid', texts);
  return { company, before, after };
}

/** @throws ApiError invalid, rate_limited, conflict for another version */
export const updateSettings: UseCase<typeof updateCalls.updateSettings> = async (scope, input) => {
  const { version, password: _own, companyId: _site, ...sent } = input;
  return inTransaction(scope.db, async (tx) => {
    const company = await lockCompany(tx, scope.company.id);
    assert(company, 'the company of the site exists');
    if (version !== company.settings_version) throw new ApiError('conflict', CHANGED_MEANWHILE);
    const plan = await planned(tx, scope, company, sent);
    await lockRecentSession(tx, scope);
    const names = changedSettings(valuesOf(plan.before), valuesOf(plan.after));
    if (names.length === 0) return { data: { state: 'done', version } };
    if (!needsSecondAdmin(plan.before, plan.after) || (await undoesAnother(tx, scope, plan, names)))
      return { data: { state: 'done', version: await writeAlone(tx, scope, plan) } };
    const after = valuesOf(plan.after);
    const changed = Object.fromEntries(names.map((name) => [name, after[name]]));
    const subjectId = plan.company.id;
    await propose(tx, scope, { kind: 'settings.update', subjectId, baseVersion: version, change: { changed } });
    await notifyAndRecord(tx, scope, plan, 'proposed');
    return { data: { state: 'waiting', version }, message: 'The change waits for a second admin.' };
  });
};

/**
 * Whether the actor gives limits of buyers values back that other admins alone have replaced lately, in one change or in several. What
 * was before the actor's own last change of a limit does not count.
 */
async function undoesAnother(tx: Db, scope: Scope, plan: Planned, names: readonly SettingName[]): Promise<boolean> {
  const { company, before, after } = plan;
  if (!isUndo(before, after, names)) return false;
  const changes = await store.listRecentChanges(tx, company.id, UNDO_HOURS);
  return names.every((name) => {
    const isOf = (one: object, other: object): boolean =>
      changedSettings(storedSettings(one), storedSettings(other)).includes(name);
    const ofName = changes.filter((change) => isOf(change.before, change.after));
    const own = ofName.findIndex((change) => change.changed_by === actorOf(scope).id);
    return (own < 0 ? ofName : ofName.slice(0, own)).some((change) => !isOf(change.before, valuesOf(after)));
  });
}

/** @throws ApiError invalid, rate_limited, not_found, forbidden, conflict */
export const confirmSettings: UseCase<typeof updateCalls.confirmSettings> = (scope, input) =>
  inTransaction(scope.db, async (tx) => {
    const company = await lockCompany(tx, scope.company.id);
    assert(company, 'the company of the site exists');
    await lockRecentSession(tx, scope);
    const proposal = await decideProposal(tx, scope, input.id, 'confirm', KINDS);
    const { changed } = z.parse(storedChange, proposal.change);
    if (await isOutdated(tx, company, proposal.baseVersion, changed)) throw new ApiError('conflict', CHANGED_MEANWHILE);
    const plan = await planned(tx, scope, company, sentOf(proposal));
    return { data: { state: 'done', version: await write(tx, scope, plan, 'confirmed') } };
  });

/** Parses a proposed change as if it were sent now. */
function sentOf(proposal: Proposal): SentSettings {
  return z.parse(z.object(settingsFields), z.parse(storedChange, proposal.change).changed);
}

/** @throws ApiError not_found, forbidden, conflict */
export const refuseSettings: UseCase<typeof updateCalls.refuseSettings> = (scope, input) =>
  closeProposal(scope, input, 'refuse');

/** @throws ApiError not_found, forbidden, conflict */
export const withdrawSettings: UseCase<typeof updateCalls.withdrawSettings> = (scope, input) =>
  closeProposal(scope, input, 'withdraw');

async function closeProposal(
  scope: Scope,
  input: InputOf<typeof updateCalls.refuseSettings>,
  verb: Exclude<Verb, 'confirm'>,
): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    const company = await lockCompany(tx, scope.company.id);
    assert(company, 'the company of the site exists');
    const proposal = await decideProposal(tx, scope, input.id, verb, KINDS);
    const before = settingsOf(company);
    const plan = { company, before, after: merged(before, sentOf(proposal)) };
    await notifyAndRecord(tx, scope, plan, verb === 'refuse' ? 'refused' : 'withdrawn');
  });
  return {};
}

/** @throws ApiError rate_limited */
async function writeAlone(tx: Db, scope: Scope, plan: Planned): Promise<number> {
  if ((await store.countOwnChanges(tx, plan.company.id, actorOf(scope).id)) >= CHANGES_AN_HOUR)
    throw new ApiError(
      'rate_limited',
      `You have changed the settings ${CHANGES_AN_HOUR} times in the last hour. Please make the next changes together, later.`,
    );
  return write(tx, scope, plan, 'made');
}

/** @returns the new version */
async function write(tx: Db, scope: Scope, plan: Planned, step: 'made' | 'confirmed'): Promise<number> {
  const { company, before, after } = plan;
  const version = await store.update(tx, company.id, columnsOf(after));
  await store.insertChange(tx, {
    companyId: company.id,
    version,
    changedBy: actorOf(scope).id,
    before: valuesOf(before),
    after: valuesOf(after),
  });
  await notifyAndRecord(tx, scope, plan, step);
  return version;
}

/**
 * Records a change of the company that was not made in the settings. Call it under the company's lock. The price lock then
 * knows the old terms, and an admin who has not seen the change can't overwrite it.
 * @param after the company as it is written
 */
export async function recordOutsideChange(tx: Db, changedBy: string, before: Company, after: Company): Promise<void> {
  const [was, is] = [valuesOf(settingsOf(before)), valuesOf(settingsOf(after))];
  if (changedSettings(was, is).length === 0) return;
  const version = await store.update(tx, before.id, {});
  await store.insertChange(tx, { companyId: before.id, version, changedBy, before: was, after: is });
}

const ACTIONS = {
  made: 'update',
  proposed: 'propose',
  confirmed: 'confirm',
  refused: 'refuse',
  withdrawn: 'withdraw',
} as const;
/** Texts and contacts may name people, so the audit trail has only that they changed. */
const UNRECORDED: ReadonlySet<string> = new Set(['notice', 'supportEmail', 'supportPhone']);

async function notifyAndRecord(tx: Db, scope: Scope, plan: Planned, step: keyof typeof ACTIONS): Promise<void> {
  const [before, after] = [valuesOf(plan.before), valuesOf(plan.after)];
  const names = changedSettings(before, after);
  const content = settingsNews({
    brand: mailBrand(scope),
    step,
    changes: changedLines(before, after).map(({ label, was, is }) => [label, `${was} → ${is}`]),
    by: actorOf(scope).name,
    at: scope.now,
  });
  await notifyAdmins(tx, scope, `settings-${step}`, content);
  const recorded = (values: SettingsValues) =>
    Object.fromEntries(names.filter((name) => !UNRECORDED.has(name)).map((name) => [name, values[name]]));
  await record(tx, {
    scopeId: plan.company.id,
    actor: actorOf(scope),
    action: `settings.${ACTIONS[step]}`,
    subjectKind: 'company',
    subjectId: plan.company.id,
    before: recorded(before),
    after: { ...recorded(after), changed: names },
    states: step === 'made' || step === 'confirmed' ? ['settings'] : [],
  });
}
