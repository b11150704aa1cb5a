/**
 * The settings of the company. A change takes the company's row for itself, so that price and fee stand still for every
 * purchase that is under way, and is kept with what was before. What weakens a rule of two admins waits for a second one.
 */
import * as z from 'zod/mini';
import { record } from '../audit/service.ts';
import { stepUp } from '../auth/step-up.ts';
import { mailBrand } from '../companies/service.ts';
import { lockCompany } from '../companies/store.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { ApiError, assert } from '../core/errors.ts';
import { type Db, inTransaction } from '../db/client.ts';
import { settingsNews } from '../mail/templates-settings.ts';
import type { Verb } from '../proposals/rules.ts';
import { decideProposal, listProposals, type Proposal, propose } from '../proposals/service.ts';
import { actorOf, type Company, type Result, type Scope } from '../scope.ts';
import { countAdmins, tellAdmins } from '../users/admins-service.ts';
import { toE164 } from '../users/phone.ts';
import {
  type confirmSettings as Confirm,
  type refuseSettings as Refuse,
  settingsFields,
  type updateSettings as Update,
} from './change-contract.ts';
import { type getSettings as Get, type SettingsProposal, type SettingsValues, settingsValues } from './contract.ts';
import { loosensControl, type Settings, settingsProblems } from './rules.ts';
import * as store from './store.ts';
import { changedSettings, columnsOf, merged, type SentSettings, settingsOf, valuesOf } from './values.ts';
import { changedLines } from './words-rules.ts';

type Written = Result<OutputOf<typeof Update>>;

const KINDS = ['settings.update'] as const;
const kept = z.object({ changed: z.partial(settingsValues) });

/** What waits for a second admin, the oldest first, against the settings as they are now. */
export async function listSettingsProposals(scope: Scope): Promise<SettingsProposal[]> {
  const { company } = scope;
  const before = valuesOf(settingsOf(company));
  return (await listProposals(scope, KINDS)).map((it) => ({
    ...it.head,
    before,
    after: z.parse(settingsValues, { ...before, ...z.parse(kept, it.change).changed }),
    isStale: it.baseVersion !== company.settings_version,
  }));
}

export async function getSettings(scope: Scope): Promise<Result<OutputOf<typeof Get>>> {
  const { company } = scope;
  const [changes, proposals, admins] = await Promise.all([
    store.listChanges(scope.db, company.id),
    listSettingsProposals(scope),
    countAdmins(scope.db, company.id),
  ]);
  return {
    data: {
      settings: valuesOf(settingsOf(company)),
      version: company.settings_version,
      history: changes.map((it) => ({
        version: it.version,
        changedBy: it.changed_by,
        changedAt: it.changed_at.toISOString(),
        before: z.parse(settingsValues, it.before),
        after: z.parse(settingsValues, it.after),
      })),
      proposals,
      admins,
    },
  };
}

interface Planned {
  readonly company: Company;
  readonly before: Settings;
  readonly after: Settings;
}

/** @throws ApiError invalid, naming each field that can't be so; conflict for another version */
async function planned(tx: Db, scope: Scope, version: number | null, sent: SentSettings): Promise<Planned> {
  const company = await lockCompany(tx, scope.company.id);
  assert(company, 'the company of the site is there');
  if (version !== company.settings_version)
    throw new ApiError(
      'conflict',
      'The settings were changed by another admin in the meantime. Please look at them as they are now and try again.',
    );
  const before = settingsOf(company);
  const phone = sent.supportPhone ? toE164(sent.supportPhone) : sent.supportPhone;
  if (phone === null) throw new ApiError('invalid', 'Please enter a valid mobile number.');
  const after = merged(before, { ...sent, supportPhone: phone });
  const problems = settingsProblems(before, after, scope.now.getTime(), await countAdmins(tx, company.id));
  const texts = Object.values(problems);
  if (texts.length > 0) throw new ApiError('invalid', texts);
  return { company, before, after };
}

/** @throws ApiError invalid, rate_limited, conflict */
export async function updateSettings(scope: Scope, input: InputOf<typeof Update>): Promise<Written> {
  const { version, password, companyId: _site, ...sent } = input;
  const hold = await stepUp(scope, password);
  return inTransaction(scope.db, async (tx) => {
    const plan = await planned(tx, scope, version, sent);
    await hold(tx);
    const names = changedSettings(valuesOf(plan.before), valuesOf(plan.after));
    if (names.length === 0) return { data: { state: 'done', version } };
    if (!loosensControl(plan.before, plan.after))
      return { data: { state: 'done', version: await write(tx, scope, plan, 'made') } };
    const after = valuesOf(plan.after);
    const changed = Object.fromEntries(names.map((name) => [name, after[name]]));
    const subjectId = plan.company.id;
    await propose(tx, scope, { kind: 'settings.update', subjectId, baseVersion: version, change: { changed } });
    await tell(tx, scope, plan, 'proposed');
    return { data: { state: 'waiting', version }, message: 'The change waits for a second admin.' };
  });
}

/** @throws ApiError invalid, rate_limited, not_found, forbidden, conflict */
export async function confirmSettings(scope: Scope, input: InputOf<typeof Confirm>): Promise<Written> {
  const hold = await stepUp(scope, input.password);
  return inTransaction(scope.db, async (tx) => {
    await lockCompany(tx, scope.company.id);
    await hold(tx);
    const proposal = await decideProposal(tx, scope, input.id, 'confirm', KINDS);
    const plan = await planned(tx, scope, proposal.baseVersion, sentOf(proposal));
    return { data: { state: 'done', version: await write(tx, scope, plan, 'confirmed') } };
  });
}

/** What was proposed, read again as if it were sent now. */
function sentOf(it: Proposal): SentSettings {
  return z.parse(z.object(settingsFields), z.parse(kept, it.change).changed);
}

/** @throws ApiError not_found, forbidden, conflict */
export function refuseSettings(scope: Scope, input: InputOf<typeof Refuse>): Promise<Result<null>> {
  return end(scope, input, 'refuse');
}

/** @throws ApiError not_found, forbidden, conflict */
export function withdrawSettings(scope: Scope, input: InputOf<typeof Refuse>): Promise<Result<null>> {
  return end(scope, input, 'withdraw');
}

async function end(scope: Scope, input: InputOf<typeof Refuse>, verb: Exclude<Verb, 'confirm'>): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    const company = await lockCompany(tx, scope.company.id);
    assert(company, 'the company of the site is there');
    const proposal = await decideProposal(tx, scope, input.id, verb, KINDS);
    const before = settingsOf(company);
    const plan = { company, before, after: merged(before, sentOf(proposal)) };
    await tell(tx, scope, plan, verb === 'refuse' ? 'refused' : 'withdrawn');
  });
  return {};
}

/** @returns the new version */
async function write(tx: Db, scope: Scope, plan: Planned, step: 'made' | 'confirmed'): Promise<number> {
  const { company, before, after } = plan;
  const version = await store.update(tx, company.id, columnsOf(after));
  await store.keepChange(tx, {
    companyId: company.id,
    version,
    changedBy: actorOf(scope).id,
    before: valuesOf(before),
    after: valuesOf(after),
  });
  await tell(tx, scope, plan, step);
  return version;
}

/**
 * For whoever changes the company by another way, under its lock: what was and is goes into the history too, so that
 * orders under way are held to what was shown, and no admin saves on top of it unseen.
 * @param after as it is written
 */
export async function keepForeignChange(tx: Db, changedBy: string, before: Company, after: Company): Promise<void> {
  const [was, is] = [valuesOf(settingsOf(before)), valuesOf(settingsOf(after))];
  if (changedSettings(was, is).length === 0) return;
  const version = await store.update(tx, before.id, {});
  await store.keepChange(tx, { companyId: before.id, version, changedBy, before: was, after: is });
}

const ACTIONS = {
  made: 'update',
  proposed: 'propose',
  confirmed: 'confirm',
  refused: 'refuse',
  withdrawn: 'withdraw',
} as const;
/** Texts and contacts may name people: the trail says that they changed, not to what. */
const UNSAID: ReadonlySet<string> = new Set(['notice', 'supportEmail', 'supportPhone']);

async function tell(tx: Db, scope: Scope, plan: Planned, step: keyof typeof ACTIONS): Promise<void> {
  const [before, after] = [valuesOf(plan.before), valuesOf(plan.after)];
  const names = changedSettings(before, after);
  const letter = settingsNews({
    brand: mailBrand(scope),
    step,
    changes: changedLines(before, after).map(({ label, was, is }) => [label, `${was} → ${is}`]),
    by: actorOf(scope).name,
    at: scope.now,
  });
  await tellAdmins(tx, scope, `settings-${step}`, letter);
  const said = (values: SettingsValues) =>
    Object.fromEntries(names.filter((name) => !UNSAID.has(name)).map((name) => [name, values[name]]));
  await record(tx, {
    scopeId: plan.company.id,
    actor: actorOf(scope),
    action: `settings.${ACTIONS[step]}`,
    subjectKind: 'company',
    subjectId: plan.company.id,
    before: said(before),
    after: { ...said(after), changed: names },
  });
}
