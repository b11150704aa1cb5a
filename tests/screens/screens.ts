/**
 * The pictures of each page. A page under `src/pages` without an entry here is taken at its own address by the
 * account of its area; one that has no single address fails until it has an entry.
 */
import fs from 'node:fs';
import type { Page } from 'playwright';
import type { Language } from '../../src/lib/core/texts.ts';
import { NOBODYS_MEMBER_ID } from '../support/brand.ts';
import { agree, button, openProof, paymentUrl, tab } from '../support/member.ts';
import {
  addPasskeys,
  askAccount,
  askColumns,
  openApproval,
  openDetails,
  openFilter,
  openFirstRow,
  openImport,
  openMessages,
  openMyStock,
  openQuestion,
  openReceipt,
  openViews,
  previewAnnouncement,
  previewImport,
  showApp,
  showRecoveryCodes,
  toSecondStep,
} from './acts.ts';
import { DEVELOPER_SHOTS } from './developers.ts';
import { endSession, pressInFirstRow, toConfirmation, toConfirmationByCode } from './session-acts.ts';

export type Viewer = 'anonymous' | 'member' | 'admin' | 'super';
/** `filled`: a running sale; `empty`: its first day; `launching`: days before the launch; `packed`: after it. */
export const FILLS = ['filled', 'empty', 'launching', 'packed'] as const;
export type Fill = (typeof FILLS)[number];

export interface Shot {
  /** Suffix of the picture's file, after the page's. */
  readonly name?: string;
  /** If it differs from the page's own address. `ids` are of the filled sale. */
  readonly path?: string | ((ids: ShotIds) => string);
  /** In the filled and the empty one by default. */
  readonly only?: Fill;
  readonly status?: number;
  readonly as?: Viewer;
  /** English by default. */
  readonly language?: Language;
  /** False to show the page before any script. */
  readonly javaScript?: boolean;
  /** The server's own machine, for pages that only it may open. */
  readonly local?: boolean;
  /** Brings the screen into the wanted state. */
  readonly act?: (page: Page, nth: number) => Promise<void>;
}

export interface ShotIds {
  readonly approved: string;
  /** A pending purchase. */
  readonly order: string;
  readonly company: string;
  readonly member: string;
}

export interface PlannedShot extends Shot {
  /** Unique. */
  readonly file: string;
  readonly path: string | ((ids: ShotIds) => string);
  readonly as: Viewer;
}

const PAGES = 'src/pages/';
/** Their first picture is also taken in Hindi: texts are longer, and letters higher. */
const IN_HINDI = /^(404|index|register|fogot-password|token|ledger\/index|user\/(?!notifications).*)\.astro$/;
const order = paymentUrl('PUR-482913', '25000.00');

/** By the page's file. An empty list: the page has no screen of its own, for the reason next to it. */
const SPECIAL: Readonly<Record<string, readonly Shot[]>> = {
  // Responds with the page of 404.
  '[...path].astro': [],
  '404.astro': [
    { path: '/no/such/page', status: 404, only: 'empty' },
    { name: 'member', path: '/user/no-such-page', status: 404, only: 'empty', as: 'member' },
  ],
  '500.astro': [{ path: '/500', status: 500, only: 'empty' }],
  '503.astro': [{ path: '/503', status: 503, only: 'empty' }],
  'index.astro': [
    { only: 'empty' },
    { name: 'wrong', only: 'empty', act: (page) => button(page, 'Log in').click() },
    { name: 'no-script', only: 'empty', javaScript: false },
  ],
  'register.astro': [
    { only: 'empty' },
    { name: 'wrong', only: 'empty', act: (page) => button(page, 'Request OTP').click() },
    { name: 'step-2', path: `/register?ref=${NOBODYS_MEMBER_ID}`, only: 'empty', act: toRegistration },
  ],
  'fogot-password.astro': [{ only: 'empty' }, { name: 'step-2', only: 'empty', act: toReset }],
  'privacy-policy.astro': [{ only: 'empty' }],
  'token.astro': [{ only: 'empty' }],
  // The page that checks proofs is a static file, not a page of Astro.
  'ledger/index.astro': [
    {},
    { name: 'verify', path: '/ledger/verify', only: 'empty' },
    { name: 'verify-hindi', path: '/ledger/verify', only: 'empty', language: 'hi' },
  ],
  'api/index.astro': [{ only: 'empty' }],
  'dev/mailbox.astro': [{ only: 'empty', local: true }],
  'user/dashboard.astro': [
    {},
    { name: 'all', only: 'filled', act: (page) => button(page, /^See all/).click() },
    { name: 'rewards', only: 'filled', act: (page) => button(page, 'See each reward').click() },
    { name: 'no-script', only: 'filled', javaScript: false },
    { name: 'my-stock', act: openMyStock },
    { name: 'address', only: 'launching' },
    { name: 'claim', only: 'packed', act: openMyStock },
  ],
  'user/buy-token.astro': [
    {},
    { name: 'amount', only: 'filled', act: (page) => page.getByLabel('Amount (INR)').fill('25000') },
    { name: 'wrong', only: 'filled', act: (page) => typeAndLeave(page, '0.10') },
  ],
  'user/payment.astro': [
    { path: order, only: 'filled' },
    { name: 'banking', path: order, only: 'filled', act: (page) => tab(page, 'Banking') },
    { name: 'manual', path: order, only: 'filled', act: (page) => tab(page, 'Manual') },
    { name: 'not-agreed', path: order, only: 'filled', act: (page) => button(page, 'PAY').click() },
    { name: 'proof', path: order, only: 'filled', act: (page) => openProof(page) },
    { name: 'proof-wrong', path: order, only: 'filled', act: sendEmptyProof },
    { name: 'above-limit', path: paymentUrl('PUR-482914', '250000.00'), only: 'filled' },
    { name: 'no-order', path: '/user/payment', only: 'filled' },
    { name: 'submitted', path: (ids) => ids.order, only: 'filled' },
    { name: 'expired', path: order, only: 'filled', act: endCountdown },
  ],
  'user/payment-history.astro': [
    {},
    { name: 'all', path: '/user/payment-history?status=ALL', act: async () => {} },
    { name: 'details', path: '/user/payment-history?status=ALL', only: 'filled', act: (page) => openDetails(page, 0) },
    {
      name: 'approved',
      path: '/user/payment-history?status=APPROVED',
      only: 'filled',
      act: (page) => openDetails(page, 0),
    },
    {
      name: 'rejected',
      path: '/user/payment-history?status=REJECTED',
      only: 'filled',
      act: (page) => openDetails(page, 0),
    },
    { name: 'receipt', path: '/user/payment-history?status=APPROVED', only: 'filled', act: openReceipt },
    { name: 'question', path: '/user/payment-history', only: 'filled', act: openQuestion },
  ],
  'user/receipt/[id].astro': [
    { path: (ids) => `/user/receipt/${ids.approved}`, only: 'filled' },
    { name: 'missing', path: '/user/receipt/none', status: 404, only: 'empty' },
  ],
  'user/profile.astro': [
    {},
    { name: 'wrong', only: 'filled', act: (page) => button(page, 'Save Changes').click() },
    { name: 'offline', only: 'filled', act: (page) => page.context().setOffline(true) },
    { name: 'session-ended', only: 'filled', act: endSession },
  ],
  'user/security.astro': [
    {},
    { name: 'app', only: 'empty', act: showApp },
    { name: 'codes', only: 'empty', act: showRecoveryCodes },
  ],
  'admin/usermanage/index.astro': [
    {},
    { name: 'row', only: 'filled', act: openFirstRow },
    { name: 'filter', only: 'filled', act: openFilter },
    { name: 'views', path: '/admin/usermanage?status=waiting&sort=oldest', only: 'filled', act: openViews },
    {
      name: 'selected',
      only: 'filled',
      path: '/admin/usermanage?status=waiting',
      act: async (page) => {
        await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
        await button(page, 'Verify selected').waitFor();
      },
    },
    {
      name: 'desk',
      act: async (page) => {
        await button(page, 'Verify one by one').click();
        await page
          .getByRole('region', { name: 'Verify members' })
          .getByText(/Joined|Nobody waits/)
          .waitFor();
      },
    },
    { name: 'import', only: 'empty', act: openImport },
    { name: 'import-preview', only: 'filled', act: previewImport },
    {
      name: 'keys',
      only: 'filled',
      act: async (page) => {
        // Phones do not show the button.
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      },
    },
  ],
  'admin/purchaserequest.astro': [
    {},
    { name: 'messages', only: 'filled', act: openMessages },
    { name: 'row', only: 'filled', act: openFirstRow },
    { name: 'history', path: '/admin/purchaserequest?tab=history' },
    { name: 'filtered', path: '/admin/purchaserequest?method=UPI&amountFrom=100&sort=highest' },
    { name: 'filter', act: openFilter },
    {
      name: 'menu',
      path: '/admin/purchaserequest?tab=history',
      only: 'filled',
      act: async (page) => {
        await openFirstRow(page);
        await button(page, /^More for/)
          .first()
          .click();
      },
    },
  ],
  'admin/reconciliation.astro': [
    {},
    { name: 'account', only: 'filled', act: askAccount },
    { name: 'columns', only: 'empty', act: askColumns },
  ],
  'admin/launch.astro': [
    {},
    { name: 'collecting', only: 'launching' },
    { name: 'freeze', only: 'launching', act: (page) => button(page, 'Freeze').click() },
    {
      name: 'packed',
      only: 'packed',
      act: (page) => page.getByRole('link', { name: 'manifest.json' }).waitFor(),
    },
  ],
  'admin/refunds.astro': [
    {},
    { name: 'row', only: 'filled', act: openFirstRow },
    { name: 'due', path: '/admin/refunds?tab=due', only: 'filled' },
    { name: 'approve', path: '/admin/refunds?state=WAITING_FOR_APPROVAL', only: 'filled', act: openApproval },
    { name: 'export', only: 'filled', act: (page) => button(page, 'Export refunds to pay').click() },
  ],
  'admin/rewards.astro': [{}],
  'user/refunds.astro': [
    {},
    { name: 'account', only: 'filled', act: (page) => page.getByRole('button', { name: /^Enter account/ }).click() },
  ],
  'admin/audit.astro': [
    {},
    {
      name: 'details',
      only: 'filled',
      act: (page) =>
        page
          .getByRole('button', { name: /^Details of entry/ })
          .first()
          .press('Enter'),
    },
    { name: 'none', path: '/admin/audit?search=nobody-of-this-name', only: 'filled' },
  ],
  'admin/announcements.astro': [{}, { name: 'preview', only: 'filled', act: previewAnnouncement }],
  'let-in.astro': [{ path: '/let-in?token=not-a-token-of-anybody', only: 'empty' }],
  'take-back.astro': [{ path: '/take-back?token=not-a-token-of-anybody', only: 'empty' }],
  'unsubscribe.astro': [{ path: '/unsubscribe?token=not-a-token-of-anybody', only: 'empty' }],
  'admin/usermanage/[id].astro': [
    { path: (ids) => `/admin/usermanage/${ids.member}`, only: 'filled' },
    {
      name: 'block',
      path: (ids) => `/admin/usermanage/${ids.member}`,
      only: 'filled',
      act: (page) => button(page, 'Block').click(),
    },
    { name: 'missing', path: '/admin/usermanage/none', status: 404, only: 'empty' },
  ],
  'admin/beneficiary.astro': [{}, { name: 'confirm', only: 'empty', act: toConfirmation }],
  'admin/choose-password.astro': [{ only: 'empty' }],
  'user/choose-password.astro': [{ only: 'empty' }],
  'admin/login.astro': [
    { only: 'empty', as: 'anonymous' },
    { name: 'factor', only: 'empty', as: 'anonymous', act: (page) => toSecondStep(page, 'totp') },
    { name: 'factor-passkey', only: 'empty', as: 'anonymous', act: (page) => toSecondStep(page, 'passkey') },
    { name: 'factor-recovery', only: 'empty', as: 'anonymous', act: (page) => toSecondStep(page, 'recovery') },
  ],
  // Logs out and redirects: it is visible only without a script.
  'admin/logout.astro': [{ only: 'empty', javaScript: false }],
  'superadmin/login.astro': [
    { only: 'empty', as: 'anonymous' },
    { name: 'step-2', only: 'empty', as: 'anonymous', act: toSuperCode },
  ],
  ...DEVELOPER_SHOTS,
  'admin/security.astro': [
    {},
    { name: 'app', only: 'empty', act: showApp },
    { name: 'codes', only: 'empty', act: showRecoveryCodes },
  ],
  'superadmin/security.astro': [
    {},
    { name: 'passkeys', only: 'empty', act: addPasskeys },
    { name: 'add', only: 'empty', act: (page) => button(page, 'Add a passkey').click() },
  ],
  'superadmin/companymanage/index.astro': [
    {},
    { name: 'add', only: 'empty', act: (page) => button(page, 'Add Company').click() },
    { name: 'confirm', only: 'empty', act: toConfirmationByCode },
    {
      name: 'update',
      only: 'filled',
      act: (page) => pressInFirstRow(page, /^Edit:/),
    },
    {
      name: 'brand',
      only: 'filled',
      act: (page) => pressInFirstRow(page, /^Brand:/),
    },
    {
      name: 'pause',
      only: 'filled',
      act: (page) => pressInFirstRow(page, /^Pause:/),
    },
    { name: 'sign-out', only: 'filled', act: (page) => pressInFirstRow(page, /^Sign all admins out:/) },
  ],
  'superadmin/companymanage/[id].astro': [
    { path: (ids) => `/superadmin/companymanage/${ids.company}`, only: 'filled' },
    ...['purchases', 'members', 'audit'].map((part) => ({
      name: part,
      path: (ids: { company: string }) => `/superadmin/companymanage/${ids.company}?part=${part}`,
      only: 'filled' as const,
    })),
    { name: 'missing', path: '/superadmin/companymanage/none', status: 404, only: 'empty' },
  ],
  'superadmin/logout.astro': [{ only: 'empty', javaScript: false }],
};

/** The pictures of one kind of sale. */
export const shotsOf = (fill: Fill): PlannedShot[] =>
  plannedShots().filter(({ only }) => only === fill || (only === undefined && (fill === 'filled' || fill === 'empty')));

async function toRegistration(page: Page, nth: number): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Asha Rao');
  await page.getByLabel('Email', { exact: true }).fill(`asha-${nth}@example.com`);
  await page.getByLabel('Mobile', { exact: true }).fill('98765 43210');
  await button(page, 'Request OTP').click();
  await page.getByText('No active member has this referral code.').waitFor();
}

async function toReset(page: Page, nth: number): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(`asha-${nth}@example.com`);
  await button(page, 'Send Reset Code').click();
  await page.getByLabel('Code', { exact: true }).waitFor();
}

async function toSuperCode(page: Page, nth: number): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(`super-${nth}@example.com`);
  await button(page, 'Get OTP').click();
  await page.getByLabel('OTP', { exact: true }).waitFor();
}

async function typeAndLeave(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount (INR)').fill(amount);
  await page.getByLabel('Amount (INR)').blur();
}

/** As if the order had been opened twenty minutes ago. */
async function endCountdown(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.clock.fastForward('20:00');
  await page.getByText('You can still send your proof.').waitFor();
}

async function sendEmptyProof(page: Page): Promise<void> {
  await agree(page);
  await button(page, 'PAY').click();
  await page.getByText('Where do I find the UTR?').click();
  await button(page, 'Submit').click();
}

function viewerOf(file: string): Viewer {
  if (file.startsWith('user/')) return 'member';
  if (file.startsWith('admin/')) return 'admin';
  return file.startsWith('superadmin/') ? 'super' : 'anonymous';
}

/** Every page of the program, by its file under `src/pages`. */
export function pageFiles(): string[] {
  return fs
    .readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.astro'))
    .sort();
}

/**
 * All pictures to be taken.
 * @throws Error that names a page without instructions, or an entry whose page no longer exists
 */
export function plannedShots(files: readonly string[] = pageFiles()): PlannedShot[] {
  const gone = Object.keys(SPECIAL).filter((file) => !files.includes(file));
  if (gone.length > 0) throw new Error(`No such page any more: ${gone.join(', ')}`);
  return files.flatMap((file) => {
    const address = `/${file.replace(/(^|\/)index\.astro$/, '').replace(/\.astro$/, '')}`;
    const [first, ...others] = SPECIAL[file] ?? [{}];
    const hindi = first && IN_HINDI.test(file) ? [{ ...first, name: 'hindi', language: 'hi' as const }] : [];
    const shots = first ? [first, ...others, ...hindi] : [];
    if (!(file in SPECIAL) && address.includes('['))
      throw new Error(`${file} has no address of its own: say in tests/screens/screens.ts how to see it.`);
    const base =
      address === '/'
        ? 'login'
        : address
            .slice(1)
            .replace(/[^a-z0-9]+/gi, '-')
            .replace(/-+$/, '');
    return shots.map((shot) => ({
      ...shot,
      file: shot.name ? `${base}.${shot.name}` : base,
      path: shot.path ?? address,
      as: shot.as ?? viewerOf(file),
    }));
  });
}
