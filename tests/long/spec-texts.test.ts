/**
 * The text of each public and member screen, to the letter of the specification, as one table: the screen, the steps
 * that open it, and every text with the kind of element that has it. Messages are in `spec-messages.test.ts`.
 */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { NOBODYS_MEMBER_ID, PAYEE_UPI, SYMBOL, TOKEN } from '../support/brand.ts';
import { closePage, newPage, visit } from '../support/browser.ts';
import { comparedOrder } from '../support/compared-orders.ts';
import { agree, button, orderNumber, paymentUrl, tab } from '../support/member.ts';
import { APPROVE, freshReference, manual, post, REJECT, submitted, upi } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

type Kind = 'heading' | 'button' | 'link' | 'tab' | 'column' | 'field' | 'file' | 'checkbox' | 'fact' | 'text';

/** How a text of each kind is located; each must exist and be visible. */
const FIND: Readonly<Record<Kind, (page: Page, text: string) => Locator>> = {
  heading: (page, name) => page.getByRole('heading', { name, exact: true }),
  button: (page, name) => page.getByRole('button', { name, exact: true }),
  link: (page, name) => page.getByRole('link', { name, exact: true }),
  tab: (page, name) => page.getByRole('tab', { name }),
  column: (page, name) => page.getByRole('columnheader', { name, exact: true }),
  field: (page, name) =>
    page.getByLabel(name, { exact: true }).or(page.getByLabel(`${name} (optional)`, { exact: true })),
  file: (page, name) => page.locator('.field', { hasText: name }),
  checkbox: (page, name) => page.getByRole('checkbox', { name }),
  fact: (page, name) => page.locator('dt').getByText(name, { exact: true }),
  text: (page, text) => page.getByText(text, { exact: true }),
};

interface Screen {
  readonly name: string;
  /** Follows the token's own title. */
  readonly title: string;
  readonly path: string | (() => string);
  readonly as: 'anonymous' | 'new member' | 'member';
  readonly act?: (page: Page) => Promise<void>;
  readonly texts: Partial<Readonly<Record<Kind, readonly string[]>>>;
  /** The targets of links. */
  readonly leads?: Readonly<Record<string, string>>;
}

let site: Site;
let member: Account;
let newMember: Account;
let conflicting: string;
let failed: string;
let approved: string;

beforeAll(async () => {
  site = await startSite();
  const admin = await makeAdmin(site);
  newMember = await makeMember(site);
  member = await makeMember(site, { name: 'Ananya Krishnamurthy' });
  const other = await makeMember(site);
  const referenceNumber = freshReference();
  await submitted(site, other, await upi(site, other, { referenceNumber }));
  const both = { referenceNumber, purchaseId: orderNumber() };
  conflicting = (await submitted(site, member, await upi(site, member, both))).orderNumber;
  const name = 'Ananya Krishnamurthy';
  const differs = { amount: '5.00', bankState: 'AMOUNT_DIFFERS' } as const;
  const refused = await comparedOrder(site, { admin, buyer: member, name }, { purchaseId: orderNumber() }, differs);
  failed = refused.orderNumber;
  await post(site, REJECT, admin, { id: refused.id, reason: 'Another amount came.' });
  const good = await submitted(site, member, await upi(site, member, { purchaseId: orderNumber() }));
  approved = good.orderNumber;
  await post(site, APPROVE, admin, { id: good.id });
  await submitted(site, member, manual());
});
afterAll(() => site?.remove());

const type = (values: Record<string, string>) => async (page: Page) => {
  for (const [label, text] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(text);
};
const NAVIGATION = ['Dashboard', 'Buy Token', 'Payment History', 'Profile'];
const ORDER = ['Order #', 'Order Amount', 'Platform Fees (18%)', 'Total Amount'];
const payment = (): string => paymentUrl(orderNumber());

const SCREENS: readonly Screen[] = [
  {
    name: 'login',
    title: 'Login',
    path: '/',
    as: 'anonymous',
    texts: { field: ['Email', 'Password'], button: ['Log in', 'Show password'] },
    leads: { 'Forgot your password?': '/fogot-password', 'Create account': '/register' },
  },
  {
    name: 'registration, step 1',
    title: 'Register',
    path: '/register',
    as: 'anonymous',
    texts: { field: ['Name', 'Email', 'Mobile'], button: ['Request OTP'], heading: ['Request OTP'] },
  },
  {
    name: 'registration, step 2',
    title: 'Register',
    path: `/register?ref=${NOBODYS_MEMBER_ID}`,
    as: 'anonymous',
    act: async (page) => {
      await type({ Name: 'Asha Rao', Email: 'texts@example.com', Mobile: '98765 43210' })(page);
      await button(page, 'Request OTP').click();
      await button(page, 'Change name or mobile').click();
      await button(page, 'Add pincode or gender (optional)').click();
    },
    texts: {
      heading: ['Create Account'],
      field: [
        'Name',
        'Mobile',
        'Email',
        'OTP',
        'Date of birth',
        'Pincode',
        'Gender',
        'Referral code',
        'Password',
        'Confirm password',
      ],
      button: ['Create Account', 'Back to OTP Request'],
    },
  },
  {
    name: 'forgot password, step 1',
    title: 'Forgot Password',
    path: '/fogot-password',
    as: 'anonymous',
    texts: { heading: ['Reset Password'], field: ['Email'] },
    leads: { 'Back to Login': '/' },
  },
  {
    name: 'forgot password, step 2',
    title: 'Forgot Password',
    path: '/fogot-password',
    as: 'anonymous',
    act: async (page) => {
      await type({ Email: 'texts@example.com' })(page);
      await button(page, 'Send Reset Code').click();
    },
    texts: {
      heading: ['Verify Code & Set New Password'],
      field: ['Code', 'New password', 'Confirm new password'],
      button: ['Resend Code or Change Email'],
    },
    leads: { 'Back to Login': '/' },
  },
  {
    name: 'dashboard of a new member',
    title: 'Dashboard',
    path: '/user/dashboard',
    as: 'new member',
    act: (page) => page.getByRole('tab', { name: 'My Stock' }).click(),
    texts: {
      heading: ['Dashboard'],
      link: NAVIGATION,
      button: ['Logout'],
      tab: ['Global Stock', `My Stock 0.0 ${SYMBOL}`],
      column: ['Member ID', 'Stock Qty.', 'Transaction Hash', 'Date & Time', 'Reward', 'Time Left'],
      text: ['My Stock Details', 'No data available.'],
    },
  },
  {
    name: 'dashboard',
    title: 'Dashboard',
    path: '/user/dashboard',
    as: 'member',
    texts: {
      tab: [`Global Stock 4,000 ${SYMBOL}`, `My Stock 4,000 ${SYMBOL} View More`],
      column: ['Stock Rank', 'Wallet Address', 'Stock Qty.', 'Transaction Hash', 'Date & time', 'Time Left'],
      text: ['Global Stock Details', 'N/A'],
    },
  },
  {
    name: 'buy token',
    title: 'Buy Token',
    path: '/user/buy-token',
    as: 'member',
    act: type({ 'Amount (INR)': '1000' }),
    texts: {
      heading: ['Buy Token', TOKEN.name],
      fact: ['Price per token', 'Platform Fees (18%)', 'Approximate total'],
      text: ['Remaining private supply', 'Tokens received', '₹1,180.00'],
      button: ['BUY NOW'],
    },
  },
  {
    name: 'payment by UPI',
    title: 'Payment',
    path: payment,
    as: 'member',
    texts: {
      tab: ['Banking', 'UPI', 'Manual'],
      fact: ORDER,
      text: ['Transaction time', 'UPI ID', PAYEE_UPI],
      checkbox: ['I have read and agree to the privacy policy'],
      button: ['Copy UPI ID', 'PAY', 'Cancel'],
    },
    leads: { 'privacy policy': '/privacy-policy' },
  },
  {
    name: 'payment by bank',
    title: 'Payment',
    path: payment,
    as: 'member',
    act: (page) => tab(page, 'Banking'),
    texts: {
      fact: ['Bank Name', 'Account Number', 'Account Holder', 'IFSC', 'Branch'],
      checkbox: ['I have read and agree to the privacy policy'],
      button: ['Make Payment', 'Cancel'],
    },
    leads: { 'privacy policy': '/privacy-policy' },
  },
  {
    name: 'payment in another way',
    title: 'Payment',
    path: payment,
    as: 'member',
    act: (page) => tab(page, 'Manual'),
    texts: {
      checkbox: ['I have read and agree to the privacy policy'],
      button: ['Confirm Payment', 'Cancel'],
    },
  },
  {
    name: 'the proof',
    title: 'Payment',
    path: payment,
    as: 'member',
    act: async (page) => {
      await agree(page);
      await button(page, 'PAY').click();
    },
    texts: {
      heading: ['Submit Transaction Proof'],
      field: ['UTR or Transaction Number', 'Enter Amount'],
      file: ['Upload Transaction File'],
    },
  },
  {
    name: 'a submitted order whose number another has sent too',
    title: 'Payment',
    path: () => paymentUrl(conflicting),
    as: 'member',
    texts: {
      text: [
        'Someone else has sent the same UTR or Transaction Number. Our team will find out who has paid. You need not do anything.',
      ],
    },
  },
  {
    name: 'a rejected order that the bank contradicts',
    title: 'Payment',
    path: () => paymentUrl(failed),
    as: 'member',
    texts: { text: ['Verification Failed'] },
  },
  {
    name: 'a submitted order whose number was matched',
    title: 'Payment',
    path: () => paymentUrl(approved),
    as: 'member',
    texts: { text: ['Verified'] },
  },
  {
    name: 'payment history',
    title: 'Payment History',
    path: '/user/payment-history?status=APPROVED',
    as: 'member',
    act: async (page) => {
      await page.getByRole('button', { name: /^View the payment receipt/ }).click();
    },
    texts: {
      column: ['SL.No.', 'Payment Method', 'Transaction ID', 'Amount (INR)', 'Date', 'Time', 'Status', 'Actions'],
      field: ['Search payments', 'Rows on a page', 'Status'],
      heading: ['Payment History', 'View Payment Receipt'],
    },
  },
  {
    name: 'profile',
    title: 'My Profile',
    path: '/user/profile',
    as: 'member',
    texts: {
      heading: ['My Profile'],
      field: ['Profile picture', 'Name', 'Email', 'Phone', 'Date of birth', 'Aadhaar number', 'Referral code'],
      button: ['Save Changes'],
    },
  },
];

test.each(SCREENS)('$name', async ({ title, path, as, act, texts, leads = {} }) => {
  const account = as === 'member' ? member : newMember;
  const page = await newPage(site, as === 'anonymous' ? {} : { cookie: account.cookie });
  await visit(page, typeof path === 'string' ? path : path());
  await act?.(page);
  for (const [kind, list] of Object.entries(texts))
    for (const text of list) await FIND[kind as Kind](page, text).first().waitFor({ timeout: 20_000 });
  for (const [name, to] of Object.entries(leads)) {
    const link = page.getByRole('link', { name, exact: true }).first();
    expect(await link.getAttribute('href'), name).toBe(to);
  }
  if (as !== 'anonymous') await page.getByText(`ID: ${account.memberId}`, { exact: true }).waitFor();
  expect(await page.title()).toBe(`${TOKEN.metaData.title} | ${title}`);
  await closePage(page);
});
