/** What a member does with their refunds: reads them, and says where the money goes. */
import { requireOwner } from '../../accounts/ownership/service.ts';
import { forget } from '../../approvals/service.ts';
import { record } from '../../audit/service.ts';
import { refuseWhenQuiet } from '../../auth/factors/resets/service.ts';
import { lockRecentSession } from '../../auth/reauthentication/service.ts';
import { mailBrand } from '../../companies/service.ts';
import { ApiError, assert, notFound } from '../../core/errors.ts';
import { paged } from '../../core/pagination.ts';
import { languageNow } from '../../core/texts.ts';
import { type Db, inTransaction } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { enqueue } from '../../mail/service.ts';
import { refundAccountEntered } from '../../mail/templates/refunds.ts';
import { notifyEachAdmin } from '../../notifications/service.ts';
import { actorOf, type Scope, type UseCase } from '../../scope.ts';
import type * as calls from '../calls.ts';
import { canChange, payeeText } from '../labels.rules.ts';
import { refundOf } from '../mapper.ts';
import { sealPayee } from '../payee/service.ts';
import { type NotedRefund, type Payee, payeeHint } from '../rules.ts';
import * as store from '../store.ts';

export const listRefunds: UseCase<typeof calls.listRefunds> = async (scope, page) => {
  const filter = { companyId: scope.company.id, userId: actorOf(scope).id };
  const { rows, total } = await store.listRefunds(scope.db, filter, page);
  return { data: paged(rows.map(refundOf), total, page) };
};

/** The refund that a notice tells the member of; null without one. */
export const getNotedRefund = (scope: Scope): Promise<NotedRefund | null> =>
  store.findNotedRefund(scope.db, scope.company.id, actorOf(scope).id);

const TOO_LATE =
  'This refund is already on its way, so the account can’t be changed any more. Please contact our team.';

const AFTER_RESET =
  'For 72 hours after our team changed your email or your second factors were removed, the account of a refund can’t be changed.';

/**
 * Enters or changes the account of a refund. Approvals of another account end.
 * @throws ApiError not_found for a refund of another member or company; conflict when the payout is under way or over, and for
 * a day after a reset of the member's second factors; reauthentication_required
 */
export const setRefundAccount: UseCase<typeof calls.setRefundAccount> = async (scope, input) => {
  const { id } = input;
  const payee: Payee =
    input.kind === 'BANK'
      ? { kind: 'BANK', holderName: input.holderName, accountNumber: input.accountNumber, ifscCode: input.ifscCode }
      : { kind: 'UPI', holderName: input.holderName, upi: input.upi };
  const data = await inTransaction(scope.db, async (tx) => {
    const companyId = scope.company.id;
    await lockRecentSession(tx, scope);
    await refuseWhenQuiet(tx, scope, AFTER_RESET);
    await requireOwner(tx, { companyId, accountId: actorOf(scope).id });
    const refund = await store.lockRefund(tx, companyId, id, actorOf(scope).id);
    if (!refund) throw notFound('Refund');
    if (!canChange(refund.state)) throw new ApiError('conflict', TOO_LATE);
    await forget(tx, scope, id);
    const payeeVersion = refund.payee_version + 1;
    await store.updateRefund(tx, companyId, id, {
      state: 'WAITING_FOR_APPROVAL',
      note: '',
      payee_kind: payee.kind,
      payee_hint: payeeHint(payee),
      payee_sealed: sealPayee(scope, id, payee),
      payee_version: payeeVersion,
      approved_by: null,
      approved_at: null,
    });
    await tell(tx, scope, refund, payee);
    await record(tx, {
      scopeId: companyId,
      actor: actorOf(scope),
      action: 'refund.account',
      subjectKind: 'purchase',
      subjectId: refund.purchase_id,
      before: { state: refund.state },
      after: { number: refund.number, state: 'WAITING_FOR_APPROVAL', kind: payee.kind, payeeVersion },
    });
    const [row] = (await store.listRefunds(tx, { companyId, id }, { page: 1, limit: 1 })).rows;
    assert(row, 'a refund that was just written exists');
    return refundOf(row);
  });
  return { data };
};

/** The member learns by mail of a change that somebody else made in their name; the admins see what waits for them. */
async function tell(tx: Db, scope: Scope, refund: store.LockedRefund, payee: Payee): Promise<void> {
  const companyId = scope.company.id;
  const { email, name } = actorOf(scope);
  const { number, amount_paise: amountPaise, purchase_id: aboutId } = refund;
  await notifyEachAdmin(tx, companyId, 'refund-to-approve', aboutId);
  const facts = { brand: mailBrand(scope), name, number, amountPaise };
  const content = inLanguage(refund.language ?? languageNow(), () =>
    refundAccountEntered({ ...facts, payee: payeeText(payeeHint(payee)) }),
  );
  await enqueue(tx, { companyId, to: email, kind: 'refund-account', aboutId, ...content });
}
