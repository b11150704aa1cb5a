/** The steps of a launch. Where the company asks for two admins, a step waits until a second one confirms it. */
import { randomUUID } from 'node:crypto';
import type { Verb } from '../../approvals/rules.ts';
import { decideProposal, listProposals, propose } from '../../approvals/service.ts';
import { asksForTwoAdmins } from '../../companies/rules.ts';
import { lockCompany } from '../../companies/store.ts';
import { ApiError, assert } from '../../core/errors.ts';
import * as z from '../../core/zod.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { actorOf, type Company, type Result, type Scope, type UseCase } from '../../scope.ts';
import { changeAddressIn } from '../address/service.ts';
import type * as calls from '../calls.ts';
import type { Step } from '../calls.ts';
import { PACK_FILES_MAX } from '../pack/types.ts';
import { addPack } from '../packs/store.ts';
import { stateAfter, stepProblem } from '../rules.ts';
import { checksIn, KINDS, lockLaunch, notifyAndRecord, storedStep } from '../service.ts';
import * as store from '../store.ts';

interface Taken {
  readonly state: Company['launch_state'];
  /** Of a pack that has been begun. */
  readonly packId: string | null;
  readonly outcome: 'done' | 'waiting';
}

/** @throws ApiError conflict when the state has no such step, a check is not ok, or another step waits */
export const collectAddresses: UseCase<typeof calls.collectAddresses> = (scope, input) =>
  take(scope, 'collect', '', input.version).then(withoutPack);

/** @throws ApiError as `collectAddresses` does */
export const freezeLaunch: UseCase<typeof calls.freezeLaunch> = (scope, input) =>
  take(scope, 'freeze', '', input.version).then(withoutPack);

/** @throws ApiError as `collectAddresses` does */
export const stepBack: UseCase<typeof calls.stepBack> = (scope, input) =>
  take(scope, 'back', input.reason, input.version).then(withoutPack);

/** @throws ApiError as `collectAddresses` does */
export const makePack: UseCase<typeof calls.makePack> = async (scope, input) => {
  const { data, ...effects } = await take(scope, 'pack', '', input.version);
  return { data: { packId: data.packId, outcome: data.outcome }, ...effects };
};

const withoutPack = ({ data: { state, outcome }, ...effects }: Result<Taken>) => ({
  data: { state, outcome },
  ...effects,
});

function take(scope: Scope, step: Step, reason: string, version: number | undefined): Promise<Result<Taken>> {
  return inTransaction(scope.db, async (tx): Promise<Result<Taken>> => {
    const company = await lockLaunch(tx, scope, version);
    await refuseStep(tx, scope, company, step);
    if (!asksForTwoAdmins(company)) {
      return { data: { ...(await move(tx, scope, company, step, reason, 'launch.step')), outcome: 'done' } };
    }
    // Under the lock of the company: one step waits at a time.
    if ((await listProposals({ ...scope, db: tx }, ['launch.step'])).length > 0)
      throw new ApiError(
        'conflict',
        'A step already waits for a second admin. Please have it confirmed or refused first.',
      );
    const baseVersion = company.launch_version;
    await propose(tx, scope, { kind: 'launch.step', subjectId: null, baseVersion, change: { step, reason } });
    await notifyAndRecord(tx, scope, { action: 'launch.propose', after: { step, ...(reason !== '' && { reason }) } });
    return {
      data: { state: company.launch_state, packId: null, outcome: 'waiting' },
      message: 'The step waits for a second admin.',
    };
  });
}

async function refuseStep(tx: Db, { app }: Scope, company: Company, step: Step): Promise<void> {
  const { checks } = await checksIn(tx, app.database.platform, company, step === 'freeze' || step === 'pack');
  const problem = stepProblem(company.launch_state, step, checks);
  if (problem !== null) throw new ApiError('conflict', problem);
}

async function move(
  tx: Db,
  scope: Scope,
  company: Company,
  step: Step,
  reason: string,
  action: 'launch.step' | 'launch.confirm',
): Promise<Pick<Taken, 'state' | 'packId'>> {
  if (step === 'pack') return beginPack(tx, scope, company, action);
  const state = stateAfter(company.launch_state, step);
  assert(state, 'a step that is not refused leads to a state');
  await store.updateLaunch(tx, company.id, {
    launch_state: state,
    ...(step === 'collect' && { launch_collecting_at: scope.now }),
  });
  await notifyAndRecord(tx, scope, {
    action,
    before: { state: company.launch_state },
    after: { step, state, ...(reason !== '' && { reason }) },
  });
  return { state, packId: null };
}

/** The launch is frozen until the pack is ready, which `packing` sees to. */
async function beginPack(
  tx: Db,
  scope: Scope,
  company: Company,
  action: 'launch.step' | 'launch.confirm',
): Promise<Pick<Taken, 'state' | 'packId'>> {
  const { id, launch_state: state, launch_token_address: tokenAddress, launch_chain_id: chainId } = company;
  assert(tokenAddress !== null && chainId !== null, 'the checks of a pack ask for both');
  const packId = await addPack(tx, {
    companyId: id,
    startedBy: actorOf(scope).id,
    symbol: company.token_symbol,
    tokenAddress,
    chainId,
    storageKeys: Array.from({ length: PACK_FILES_MAX }, () => randomUUID()),
  });
  await notifyAndRecord(tx, scope, { action, after: { step: 'pack', packId } });
  return { state, packId };
}

/** @throws ApiError not_found, forbidden, conflict */
export const confirmLaunch: UseCase<typeof calls.confirmLaunch> = (scope, { id }) =>
  inTransaction(scope.db, async (tx): Promise<Result<Omit<Taken, 'packId'>>> => {
    const company = await lockLaunch(tx, scope, undefined);
    const proposal = await decideProposal(tx, scope, id, 'confirm', KINDS);
    if (proposal.kind === 'launch.address') {
      await changeAddressIn(tx, scope, company, proposal);
      return { data: { state: company.launch_state, outcome: 'done' } };
    }
    if (proposal.baseVersion !== company.launch_version)
      throw new ApiError('conflict', 'The launch was changed since. Please refuse this step and propose it again.', {
        reason: 'outdated',
      });
    const { step, reason } = z.parse(storedStep, proposal.change);
    await refuseStep(tx, scope, company, step);
    const { state } = await move(tx, scope, company, step, reason, 'launch.confirm');
    return { data: { state, outcome: 'done' } };
  });

/** @throws ApiError not_found, forbidden, conflict */
export const refuseLaunch: UseCase<typeof calls.refuseLaunch> = (scope, { id }) => close(scope, id, 'refuse');

/** @throws ApiError not_found, forbidden, conflict */
export const withdrawLaunch: UseCase<typeof calls.withdrawLaunch> = (scope, { id }) => close(scope, id, 'withdraw');

async function close(scope: Scope, id: string, verb: Exclude<Verb, 'confirm'>): Promise<Result<null>> {
  await inTransaction(scope.db, async (tx) => {
    await lockCompany(tx, scope.company.id);
    const { kind, subjectId, change } = await decideProposal(tx, scope, id, verb, KINDS);
    await notifyAndRecord(tx, scope, {
      action: verb === 'refuse' ? 'launch.refuse' : 'launch.withdraw',
      ...(kind === 'launch.address' && subjectId !== null
        ? { memberId: subjectId }
        : { after: { step: z.parse(storedStep, change).step } }),
    });
  });
  return {};
}
