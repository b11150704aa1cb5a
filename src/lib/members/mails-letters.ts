/** A mail that was sent once, written anew from what is true now. */
import { mailBrand } from '../companies/service.ts';
import { assert } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import type { EntryKind } from '../db/schema.ts';
import type { Letter } from '../mail/letter.ts';
import { accountBlocked, accountVerified, invitation, welcome } from '../mail/templates.ts';
import { accountDeactivated, accountReopened } from '../mail/templates-account.ts';
import { deletionRequested } from '../mail/templates-deletion.ts';
import * as purchases from '../mail/templates-purchase.ts';
import type { Scope } from '../scope.ts';
import type { User } from '../users/store.ts';
import type { ResendableKind } from './mails-rules.ts';
import { findEntry, type PurchaseTruth } from './mails-store.ts';

interface About {
  readonly member: User;
  /** Set for every mail that tells about a purchase. */
  readonly purchase: PurchaseTruth | null;
}

/** Only for what `resendProblem` lets through: then all that the letter needs is there. */
export async function letterOf(tx: Db, scope: Scope, kind: ResendableKind, about: About): Promise<Letter> {
  const { member } = about;
  const to = { brand: mailBrand(scope), name: member.name };
  switch (kind) {
    case 'welcome':
      return welcome({ ...to, memberId: member.member_id });
    case 'invitation':
      return invitation({ ...to, email: member.email });
    case 'account-verified':
      return accountVerified(to);
    case 'account-active':
      return accountReopened(to);
    case 'account-inactive':
      return accountDeactivated(to);
    case 'account-blocked':
      return accountBlocked(to);
    case 'deletion-requested':
      return deletionRequested(to);
    default:
      return purchaseLetter(tx, scope, kind, about);
  }
}

async function purchaseLetter(
  tx: Db,
  scope: Scope,
  kind: Extract<ResendableKind, `purchase-${string}` | `reward-${string}`>,
  { member, purchase: it }: About,
): Promise<Letter> {
  assert(it, 'a mail about a purchase is sent again with it');
  const to = { brand: mailBrand(scope), name: member.name };
  const order = { ...to, orderNumber: it.order_number, amountPaise: it.final_amount_paise };
  const entry = async (entryKind: EntryKind): Promise<{ quantity: bigint; hash: string }> => {
    const found = await findEntry(tx, scope.company.id, { sourceId: it.id, userId: member.id, kind: entryKind });
    assert(found, 'what a decided purchase gave stands in the ledger');
    return { hash: found.hash, quantity: found.quantity < 0n ? -found.quantity : found.quantity };
  };
  switch (kind) {
    case 'purchase-submitted': {
      const { payment_method: paymentMethod, quantity, reference_number: referenceNumber } = it;
      return purchases.purchaseSubmitted({ ...order, paymentMethod, quantity, referenceNumber });
    }
    case 'purchase-approved':
      return purchases.purchaseApproved({ ...order, ...(await entry('PURCHASE')) });
    case 'purchase-rejected':
      return purchases.purchaseRejected({ ...order, reason: it.reject_reason });
    case 'purchase-reversed':
      return purchases.purchaseReversed({
        ...order,
        ...(await entry('ADJUSTMENT')),
        reason: it.reversal_reason ?? '',
      });
    case 'reward-credited':
      return purchases.rewardCredited({ ...to, ...(await entry('REWARD')), fromMemberId: it.buyer_member_id });
    case 'reward-reversed':
      return purchases.rewardReversed({ ...to, ...(await entry('ADJUSTMENT')), fromMemberId: it.buyer_member_id });
  }
}
