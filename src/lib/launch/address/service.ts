/** A wallet address after the freeze: an admin proposes it with a reason, and a second admin always has to confirm it. */
import { updateAccount } from '../../accounts/store.ts';
import type { Proposal } from '../../approvals/rules.ts';
import { propose } from '../../approvals/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import { fitsChain, parseWallet } from '../../core/wallet.ts';
import * as z from '../../core/zod.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { addressChanged } from '../../mail/templates/launch.ts';
import { lockHolder } from '../../members/edit/store.ts';
import { actorOf, type Company, type Result, type Scope, type UseCase } from '../../scope.ts';
import { checkHolderAddress } from '../address.rules.ts';
import type * as calls from '../calls.ts';
import { lockLaunch, notifyAndRecord, storedAddress } from '../service.ts';

const OTHER_CHAIN = 'The text before or after the address names another chain than that of the token.';
const OWN = 'You can’t change your own wallet address after the freeze. Two other admins have to do it.';

/** @throws ApiError invalid; not_found; forbidden for the actor's own; conflict unless the launch is frozen */
export const changeLaunchAddress: UseCase<typeof calls.changeLaunchAddress> = (scope, { userId, reason, ...input }) =>
  inTransaction(scope.db, async (tx): Promise<Result<{ outcome: 'waiting' }>> => {
    const company = await lockLaunch(tx, scope, undefined);
    const member = await lockHolder(tx, company.id, userId);
    if (!member) throw notFound('Member', 'userId');
    if (member.id === actorOf(scope).id) throw new ApiError('forbidden', OWN);
    const typed = parseWallet(input.walletAddress);
    assert(typed, 'the contract takes addresses alone');
    if (!fitsChain(typed, company.launch_chain_id))
      throw new ApiError('invalid', OTHER_CHAIN, { field: 'walletAddress' });
    const { address: walletAddress, problem } = checkHolderAddress(typed.address);
    if (walletAddress === null) throw new ApiError('invalid', problem, { field: 'walletAddress' });
    refuseUnlessFrozen(company);
    const change = { walletAddress, reason };
    await propose(tx, scope, { kind: 'launch.address', subjectId: member.id, baseVersion: null, change });
    await notifyAndRecord(tx, scope, { action: 'launch.address.propose', memberId: member.id, after: { reason } });
    return { data: { outcome: 'waiting' }, message: 'The address waits for a second admin.' };
  });

function refuseUnlessFrozen(company: Company): void {
  if (company.launch_state === 'FROZEN') return;
  throw new ApiError(
    'conflict',
    company.launch_state === 'PACKED'
      ? 'The pack is made, so no address can change any more.'
      : 'Before the freeze members enter their addresses themselves.',
  );
}

/**
 * Makes a change that the actor has confirmed as the second admin. Call it with the company locked.
 * @throws ApiError not_found; forbidden for the actor's own address; conflict unless the launch is frozen
 */
export async function changeAddressIn(tx: Db, scope: Scope, company: Company, proposal: Proposal): Promise<void> {
  assert(proposal.subjectId, 'an address belongs to a member');
  const { walletAddress, reason } = z.parse(storedAddress, proposal.change);
  const member = await lockHolder(tx, company.id, proposal.subjectId);
  if (!member) throw notFound('Member');
  if (member.id === actorOf(scope).id) throw new ApiError('forbidden', OWN);
  refuseUnlessFrozen(company);
  await updateAccount(tx, company.id, member.id, { wallet_address: walletAddress });
  const letter = { brand: mailBrand(scope), name: member.name, walletAddress, reason };
  const content = inLanguage(member.language ?? 'en', () => addressChanged(letter));
  if (member.deleted_at === null)
    await enqueue(tx, { companyId: company.id, to: member.email, kind: 'launch-address-changed', ...content });
  await notifyAndRecord(tx, scope, {
    action: 'launch.address',
    memberId: member.id,
    after: { reason, proposedBy: proposal.proposedBy },
  });
}
