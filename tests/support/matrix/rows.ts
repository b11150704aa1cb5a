/**
 * The rows of the security matrix (tests/api/matrix.test.ts). A new call needs one here only if its input names a row of the
 * database (`OBJECTS`) or it is public (`PUBLIC_CALLS`); a new address without a contract always needs one.
 */
import type { Contract } from '../../../src/lib/core/contract.ts';
import { PATHS } from '../../../src/lib/core/paths.ts';
import { PASSWORD } from '../accounts.ts';
import { freshReference, manual } from '../purchases.ts';
import { BANK_PAYEE, todayInIndia, UPI_PAYEE } from '../refunds.ts';
import type { Role, World } from './world.ts';

const ACCOUNT = {
  holderName: 'Cow Launch',
  bankName: 'SBI',
  branch: 'Fort',
  accountNumber: '12345678901',
  ifscCode: 'SBIN0000300',
  upi: 'cowl@sbi',
};
const PERSON = { name: 'Asha Rao', mobile: '9876543210', email: 'asha.rao@example.com', role: 'USER' };

type Row = (w: World) => Promise<object>;

/**
 * For each call that names a row: a valid input, or one of each form, for a row of the first company or its member. For
 * everybody else the row must not exist.
 */
export const OBJECTS: Readonly<Record<string, Row | readonly Row[]>> = {
  'PUT /api/v1/user/auth/profile/update': async (w) => ({ profileImageId: await w.file(), password: PASSWORD }),
  'POST /api/v1/user/package/purchase': async (w) => ({
    ...manual({ paymentMethod: 'UPI', referenceNumber: freshReference(), receiptId: await w.file() }),
  }),
  'PUT /api/v1/admin/auth/update': [
    async (w) => ({ id: await w.person(), isApproved: true }),
    async (w) => ({ id: await w.person(), ...PERSON }),
  ],
  'PUT /api/v1/admin/member/status': async (w) => ({ id: await w.person(), status: 'BLOCKED' }),
  'PUT /api/v1/user/auth/passkeys/update': async (w) => ({ id: await w.passkey('member'), name: 'Phone' }),
  'DELETE /api/v1/user/auth/passkeys/delete': async (w) => ({ id: await w.passkey('member') }),
  'POST /api/v1/user/auth/sessions/end': async (w) => ({ id: await w.otherSession('member') }),
  'PUT /api/v1/company/auth/passkeys/update': async (w) => ({ id: await w.passkey('admin'), name: 'Phone' }),
  'DELETE /api/v1/company/auth/passkeys/delete': async (w) => ({ id: await w.passkey('admin') }),
  'POST /api/v1/company/auth/sessions/end': async (w) => ({ id: await w.otherSession('admin') }),
  'POST /api/v1/admin/member/factors/reset': async (w) => ({ id: await w.adminWithFactor() }),
  'GET /api/v1/admin/audit/list': async (w) => ({ userId: await w.person() }),
  'GET /api/v1/admin/member/get': async (w) => ({ id: await w.person() }),
  'GET /api/v1/admin/member/purchases': async (w) => ({ id: await w.person() }),
  'GET /api/v1/admin/member/stock': async (w) => ({ id: await w.person() }),
  'GET /api/v1/admin/member/referrals': async (w) => ({ id: await w.person() }),
  'GET /api/v1/admin/member/sign-ins': async (w) => ({ id: await w.person() }),
  'GET /api/v1/admin/member/mails': async (w) => ({ id: await w.person() }),
  'POST /api/v1/admin/member/mails/resend': async (w) => w.mail(),
  'DELETE /api/v1/admin/auth/delete': async (w) => ({ id: await w.person() }),
  'GET /api/v1/user/transaction/receipt': async (w) => ({ id: await w.approved() }),
  'GET /api/v1/admin/transaction/get': async (w) => ({ id: await w.pending() }),
  'POST /api/v1/admin/transaction/approve': async (w) => ({ id: await w.pending() }),
  'POST /api/v1/admin/transaction/reject': async (w) => ({ id: await w.pending(), reason: 'Not received' }),
  'POST /api/v1/admin/announcements/confirm': async (w) => ({ id: await w.proposedAnnouncement() }),
  'POST /api/v1/admin/announcements/refuse': async (w) => ({ id: await w.proposedAnnouncement() }),
  'POST /api/v1/admin/announcements/withdraw': async (w) => ({ id: await w.proposedAnnouncement() }),
  'POST /api/v1/admin/announcements/stop': async (w) => ({ id: await w.announcement() }),
  'POST /api/v1/user/refunds/account': [
    async (w) => ({ id: await w.refund(), ...BANK_PAYEE }),
    async (w) => ({ id: await w.refund(), ...UPI_PAYEE }),
  ],
  'POST /api/v1/admin/refunds/add': async (w) => ({ id: await w.reversed() }),
  'POST /api/v1/admin/refunds/approve': async (w) => ({
    id: await w.readyRefund(),
    payeeVersion: 1,
    password: PASSWORD,
  }),
  'POST /api/v1/admin/refunds/account': async (w) => ({ id: await w.readyRefund(), password: PASSWORD }),
  'POST /api/v1/admin/refunds/export': async (w) => ({ ids: [await w.approvedRefund()], password: PASSWORD }),
  'POST /api/v1/admin/refunds/pay': async (w) => ({
    id: await w.approvedRefund(),
    paidOn: todayInIndia(),
    bankReference: 'N123456',
    password: PASSWORD,
  }),
  'POST /api/v1/admin/refunds/reopen': async (w) => ({
    id: await w.approvedRefund(true),
    reason: 'Account closed',
    password: PASSWORD,
  }),
  'POST /api/v1/admin/refunds/ask': async (w) => ({ id: await w.readyRefund(), reason: 'Wrong branch' }),
  'POST /api/v1/admin/refunds/cancel': async (w) => ({ id: await w.refund(), reason: 'Paid in cash' }),
  'POST /api/v1/admin/rewards/release': async (w) => ({ id: await w.heldReward() }),
  'POST /api/v1/admin/rewards/refuse': async (w) => ({ id: await w.heldReward(), reason: 'One person' }),
  'POST /api/v1/user/notifications/read': async (w) => ({ id: await w.notification('member') }),
  'POST /api/v1/admin/notifications/read': async (w) => ({ id: await w.notification('admin') }),
  'GET /api/v1/user/transaction/messages/list': async (w) => ({ id: await w.pending() }),
  'POST /api/v1/user/transaction/messages/add': [
    async (w) => ({ id: await w.pending(), text: 'Paid this morning' }),
    async (w) => ({ id: await w.pending(), receiptId: await w.file() }),
  ],
  'POST /api/v1/user/transaction/messages/read': async (w) => ({ id: await w.pending() }),
  'GET /api/v1/admin/transaction/messages/list': async (w) => ({ id: await w.pending() }),
  'POST /api/v1/admin/transaction/messages/confirm': async (w) => ({ id: await w.proposedMessage() }),
  'POST /api/v1/admin/transaction/messages/refuse': async (w) => ({ id: await w.proposedMessage() }),
  'POST /api/v1/admin/transaction/messages/withdraw': async (w) => ({ id: await w.proposedMessage() }),
  'POST /api/v1/admin/transaction/messages/add': async (w) => ({ id: await w.pending(), text: 'Which bank?' }),
  'POST /api/v1/admin/transaction/messages/read': async (w) => ({ id: await w.pending() }),
  'POST /api/v1/admin/transaction/reject-all': async (w) => ({ userId: await w.person() }),
  'POST /api/v1/admin/transaction/reverse': async (w) => ({ id: await w.approved(), reason: 'Charged back' }),
  'POST /api/v1/admin/transaction/reverse/withdraw': async (w) => ({ id: await w.approved() }),
  'PUT /api/v1/admin/beneficiary/update': async (w) => ({
    id: await w.beneficiary(),
    version: 1,
    password: PASSWORD,
    ...ACCOUNT,
  }),
  'DELETE /api/v1/admin/beneficiary/delete': async (w) => ({
    id: await w.beneficiary(),
    version: 1,
    password: PASSWORD,
  }),
  'POST /api/v1/admin/beneficiary/confirm': async (w) => ({
    id: await w.proposal('beneficiary.update'),
    password: PASSWORD,
  }),
  'POST /api/v1/admin/beneficiary/refuse': async (w) => ({ id: await w.proposal('beneficiary.update') }),
  'POST /api/v1/admin/beneficiary/withdraw': async (w) => ({ id: await w.proposal('beneficiary.update') }),
  'POST /api/v1/admin/member/changes/confirm': async (w) => ({ id: await w.proposal('admin.add') }),
  'POST /api/v1/admin/member/changes/refuse': async (w) => ({ id: await w.proposal('admin.add') }),
  'POST /api/v1/admin/member/changes/withdraw': async (w) => ({ id: await w.proposal('admin.add') }),
  'POST /api/v1/admin/settings/confirm': async (w) => ({ id: await w.proposal('settings.update'), password: PASSWORD }),
  'POST /api/v1/admin/settings/refuse': async (w) => ({ id: await w.proposal('settings.update') }),
  'POST /api/v1/admin/settings/withdraw': async (w) => ({ id: await w.proposal('settings.update') }),
  'PUT /api/v1/admin/launch/address/update': async (w) => ({
    userId: await w.person(),
    walletAddress: `0x${'ab'.repeat(20)}`,
    reason: 'Lost key',
    password: PASSWORD,
  }),
  'GET /api/v1/admin/launch/pack/get': async (w) => ({ packId: await w.pack() }),
  'GET /api/v1/admin/launch/pack/file': async (w) => ({ packId: await w.pack(), name: 'manifest.json' }),
  'POST /api/v1/admin/launch/confirm': async (w) => ({ id: await w.proposal('launch.step'), password: PASSWORD }),
  'POST /api/v1/admin/launch/refuse': async (w) => ({ id: await w.proposal('launch.step') }),
  'POST /api/v1/admin/launch/withdraw': async (w) => ({ id: await w.proposal('launch.step') }),
  'POST /api/v1/admin/reconciliation/statement/import': async (w) => ({ draftId: await w.draft() }),
  'DELETE /api/v1/admin/reconciliation/statement/delete': async (w) => ({ id: await w.statement() }),
  'POST /api/v1/admin/reconciliation/approve': async (w) => ({ matches: [await w.pair()] }),
  'POST /api/v1/admin/reconciliation/assign': [
    async (w) => ({ ...(await w.pair()), reason: 'Paid late' }),
    async (w) => ({ rowId: (await w.pair()).rowId, notOurs: true, reason: 'Interest' }),
  ],
  'POST /api/v1/admin/reconciliation/reject': async (w) => w.pair(),
  'DELETE /api/v1/admin/reconciliation/rule/delete': async (w) => ({ id: await w.bankRule() }),
  'POST /api/v1/admin/integrations/keys/revoke': async (w) => ({ id: await w.apiKey(), password: PASSWORD }),
  'PUT /api/v1/admin/integrations/webhooks/update': async (w) => ({
    id: await w.webhook(),
    version: 1,
    name: 'Accounting',
    url: 'https://example.com/events',
    password: PASSWORD,
  }),
  'POST /api/v1/admin/integrations/webhooks/pause': async (w) => ({ id: await w.webhook() }),
  'POST /api/v1/admin/integrations/webhooks/resume': async (w) => ({ id: await w.webhook() }),
  'POST /api/v1/admin/integrations/webhooks/rotate': async (w) => ({ id: await w.webhook(), password: PASSWORD }),
  'DELETE /api/v1/admin/integrations/webhooks/delete': async (w) => ({ id: await w.webhook(), password: PASSWORD }),
  'GET /api/v1/admin/integrations/webhooks/deliveries': async (w) => ({ id: await w.webhook() }),
  'POST /api/v1/admin/integrations/webhooks/replay': async (w) => ({ id: await w.delivery() }),
  'DELETE /api/v1/admin/saved-views/delete': async (w) => ({ id: await w.savedView() }),
  'POST /api/v1/admin/reconciliation/undo': async (w) => ({ rowId: await w.markedRow(), reason: 'Chosen by mistake' }),
};

/** Addresses of the API that answer without a contract, and who may have a 2xx there; `media` has a test of its own below. */
export const WITHOUT_CONTRACT: Readonly<Record<string, readonly Role[] | 'everybody' | 'own test'>> = {
  '/api/[...path]': [],
  '/api/openapi.json': 'everybody',
  '/api/v1/media/[id]': 'own test',
  '/brand/[kind]': 'everybody',
  '/favicon.ico': 'everybody',
  '/ledger/checkpoint': 'own test',
  '/ledger/checkpoint/witnessed': 'own test',
  '/ledger/consistency/[first]/[second]': 'own test',
  '/ledger/key': 'everybody',
  '/ledger/key/notes': 'everybody',
  '/ledger/tile/[...path]': 'own test',
  '/ledger/verify': 'everybody',
  '/robots.txt': 'everybody',
  '/sitemap.xml': 'everybody',
  '/site.webmanifest': 'everybody',
  '/_image': [],
  '/_server-islands/[name]': [],
};

/** Calls that need no session. Every other call is for the kind of account that its path names. */
export const PUBLIC_CALLS = new Set([
  'GET /api/v1/site/get',
  'GET /api/v1/user/auth/referral/check',
  'POST /api/v1/user/mail-preferences/unsubscribe',
  'POST /api/v1/user/auth/email/take-back',
  'POST /api/v1/user/auth/register/otp',
  'POST /api/v1/user/auth/register',
  'POST /api/v1/user/auth/login',
  'POST /api/v1/user/auth/forgot-password/otp',
  'POST /api/v1/user/auth/forgot-password',
  'POST /api/v1/company/auth/login',
  'GET /api/v1/superadmin/auth/login/email/otp',
  'POST /api/v1/superadmin/auth/login/email/otp',
  'POST /api/v1/superadmin/auth/login/verify',
  'POST /api/v1/superadmin/auth/login/passkey/options',
  'POST /api/v1/superadmin/auth/login/passkey',
  'POST /api/v1/user/auth/login/passkey/options',
  'POST /api/v1/user/auth/login/passkey',
  'POST /api/v1/company/auth/login/passkey/options',
  'POST /api/v1/company/auth/login/passkey',
  'POST /api/v1/site/auth/factor',
  'POST /api/v1/site/auth/factor/passkey/options',
]);
export const ACCESS_OF_PATH: Readonly<Record<string, Contract['access']>> = {
  user: 'member',
  admin: 'admin',
  company: 'admin',
  superadmin: 'super',
};

/** Pages that everybody may open. Every other page lies under the prefix of an area. */
export const PUBLIC_PAGES = new Set<string>([
  PATHS.login,
  PATHS.register,
  PATHS.forgotPassword,
  PATHS.privacyPolicy,
  PATHS.unsubscribe,
  PATHS.takeBack,
  PATHS.letIn,
  PATHS.offline,
  PATHS.adminLogin,
  PATHS.superadminLogin,
  '/api',
  '/dev/mailbox',
  PATHS.token,
  PATHS.ledger,
  '/404',
  '/500',
  '/503',
  '/[...path]',
]);
