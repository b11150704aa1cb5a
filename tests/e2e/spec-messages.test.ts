/**
 * Every message of the public and member screens that the specification gives to the letter (points 4, 5 and 8), as one
 * table: the screen, what is done there, and what is said.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeMember, PASSWORD } from '../support/accounts.ts';
import { type Act, all, answering, enter, failing, hanging, pageWith, press, type } from '../support/acts.ts';
import { allow, closePage, newPage, visit } from '../support/browser.ts';
import {
  agree,
  fillProof,
  openProof,
  orderNumber,
  paymentUrl,
  proofFile,
  tab,
  toastTexts,
  uploaded,
  utr,
} from '../support/member.ts';
import { freshReference } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
beforeAll(async () => {
  site = await startSite({ embedded: true });
  member = await makeMember(site);
});
afterAll(() => site?.remove());

interface Row {
  /** What is done. */
  readonly when: string;
  readonly path: string | (() => string);
  /** Before the page is opened: calls that fail, a page that lacks something. */
  readonly given?: Act;
  readonly acts: readonly Act[];
  /** All messages, the newest first. */
  readonly toasts?: readonly string[];
  /** What the screen says by itself. */
  readonly text?: string;
  /** What the browser's log has. */
  readonly log?: string;
}

const pickFile: Act = async (page) => {
  await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
};
const pickPicture: Act = (page) => page.getByLabel('Profile picture').setInputFiles(proofFile('me.png'));
const currentPassword =
  (text: string): Act =>
  (page) =>
    page.getByLabel('Current password').first().fill(text);
/** The window is left for longer than data are fresh, and comes back. */
const comeBack: Act = async (page) => {
  // What looks at the window begins to after the islands are there, and nothing on the page shows it.
  await new Promise((done) => setTimeout(done, 1_000));
  await page.clock.fastForward(21_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
};
const withClock: Act = (page) => page.clock.install();

const OTP_SENT = { status: true, message: 'OTP sent successfully. Please check your email.', data: null };
const CODE_SENT = { status: true, message: 'OTP successfully send', data: null };
const WHO = { Name: 'Asha Rao', Email: 'a@example.com', Mobile: '98765 43210' };
const PASSWORDS = { Password: 'seven quiet lanterns', 'Confirm password': 'seven quiet lanterns' };
const registerOtp = '/api/v1/user/auth/register/otp';
const resetOtp = '/api/v1/user/auth/forgot-password/otp';
const noCompany = pageWith(/(&quot;companyId&quot;:\[0,&quot;)[0-9a-f-]{36}/, '$1');
const toAccount = all(type(WHO), press('Request OTP'), (page) => page.getByLabel('OTP', { exact: true }).waitFor());
const toReset = all(type({ Email: 'a@example.com' }), press('Send Reset Code'));
const filledAccount = all(
  toAccount,
  type({ OTP: '123456', 'Date of birth': '1994-04-12', ...PASSWORDS }),
  press('Create Account'),
);
const filledReset = (confirm: string) =>
  all(toReset, type({ Code: '123456', 'New password': 'seven lanterns', 'Confirm new password': confirm }));
const payment = (): string => paymentUrl(orderNumber());
const newPasswords = type({ 'New password': 'seven lanterns', 'Confirm new password': 'seven lanterns' });
const LIST = '/api/v1/user/transaction/list';

const filterRejected: Act = async (page) => {
  await page.getByLabel('Status', { exact: true }).selectOption('REJECTED');
};

const ROWS: readonly Row[] = [
  {
    when: 'registration: request an OTP with nothing filled in',
    path: '/register',
    acts: [press('Request OTP')],
    toasts: ['Please fill in Name, Email, and Mobile to request OTP.'],
  },
  {
    when: 'registration: request an OTP where no company is set up',
    path: '/register',
    given: noCompany,
    acts: [type(WHO), press('Request OTP')],
    toasts: ['Company ID is not configured. Please contact support.'],
  },
  {
    when: 'registration: the OTP request fails',
    path: '/register',
    given: failing(registerOtp),
    acts: [type(WHO), press('Request OTP')],
    toasts: ['Failed to send OTP'],
  },
  {
    when: 'registration: the OTP request is refused with a list',
    path: '/register',
    given: answering(registerOtp, { status: false, message: ['One thing.', 'Another thing.'], code: 'invalid' }, 422),
    acts: [type(WHO), press('Request OTP')],
    toasts: ['Another thing.', 'One thing.'],
  },
  {
    when: 'registration: passwords that differ',
    path: '/register',
    given: answering(registerOtp, OTP_SENT),
    acts: [
      toAccount,
      type({ OTP: '123456', 'Date of birth': '1994-04-12', ...PASSWORDS, 'Confirm password': 'another' }),
      press('Create Account'),
    ],
    toasts: ['Passwords do not match!', OTP_SENT.message],
  },
  {
    when: 'registration: no OTP',
    path: '/register',
    given: answering(registerOtp, OTP_SENT),
    acts: [toAccount, type({ 'Date of birth': '1994-04-12', ...PASSWORDS }), press('Create Account')],
    toasts: ['Please enter the OTP.', OTP_SENT.message],
  },
  {
    when: 'registration: the call fails',
    path: '/register',
    given: all(failing('/api/v1/user/auth/register'), answering(registerOtp, OTP_SENT)),
    acts: [filledAccount],
    toasts: ['Failed to register a user', OTP_SENT.message],
    log: 'Registration request failed:',
  },
  {
    when: 'login: the call fails',
    path: '/',
    given: failing('/api/v1/user/auth/login'),
    acts: [type({ Email: 'a@example.com', Password: 'whatever it is' }), press('Log in')],
    toasts: ['Failed to login a user'],
  },
  {
    when: 'login: while it is under way',
    path: '/',
    given: hanging('/api/v1/user/auth/login'),
    acts: [type({ Email: 'a@example.com', Password: 'whatever it is' }), press('Log in')],
    text: 'Logging in...',
  },
  {
    when: 'forgot password: Enter without an email',
    path: '/fogot-password',
    acts: [enter('Email')],
    toasts: ['Please enter your email address.'],
  },
  {
    when: 'forgot password: the code is sent',
    path: '/fogot-password',
    acts: [toReset],
    toasts: ['OTP successfully send'],
  },
  {
    when: 'forgot password: the code request fails',
    path: '/fogot-password',
    given: failing(resetOtp),
    acts: [toReset],
    toasts: ['Failed to send otp'],
  },
  {
    when: 'forgot password: Enter with fields missing',
    path: '/fogot-password',
    given: answering(resetOtp, CODE_SENT),
    acts: [toReset, type({ Code: '123456' }), enter('Code')],
    toasts: ['Please fill in all fields.', CODE_SENT.message],
  },
  {
    when: 'forgot password: passwords that differ',
    path: '/fogot-password',
    given: answering(resetOtp, CODE_SENT),
    acts: [filledReset('six lanterns'), enter('Code')],
    toasts: ['New passwords do not match.', CODE_SENT.message],
  },
  {
    when: 'forgot password: setting it fails',
    path: '/fogot-password',
    given: all(failing('/api/v1/user/auth/forgot-password'), answering(resetOtp, CODE_SENT)),
    acts: [filledReset('seven lanterns'), press('Set New Password')],
    toasts: ['Failed to updated password', CODE_SENT.message],
  },
  {
    when: 'dashboard: reading the profile again is refused',
    path: '/user/dashboard',
    given: all(withClock, failing('/api/v1/user/auth/profile/get')),
    acts: [comeBack],
    toasts: [],
    log: 'Failed to retrieve user profile',
  },
  {
    when: 'dashboard: the profile can not be reached',
    path: '/user/dashboard',
    given: all(withClock, async (page) => {
      allow(page, /failed: GET .*profile/);
      await page.route('**/profile/get*', (route) => route.abort('connectionreset'));
    }),
    acts: [comeBack],
    toasts: [],
    log: 'Error fetching user data',
  },
  {
    when: 'buy: an amount of nothing',
    path: '/user/buy-token',
    acts: [type({ 'Amount (INR)': '0' }), enter('Amount (INR)')],
    toasts: ['Please enter a valid amount.'],
  },
  {
    when: 'buy: no price',
    path: '/user/buy-token',
    given: pageWith(/(&quot;price&quot;:\[0,&quot;)0\.25/, '$10.00'),
    acts: [type({ 'Amount (INR)': '100' }), enter('Amount (INR)')],
    toasts: ['No token selected.'],
  },
  {
    when: 'buy: no token',
    path: '/user/buy-token',
    given: pageWith(/&quot;token&quot;:\[0,\{.*?\}\]/, '&quot;token&quot;:[0,null]'),
    acts: [(page) => page.waitForFunction(() => !document.body.innerText.includes('BUY NOW')).then(() => undefined)],
    text: 'Please select a token to proceed.',
  },
  {
    when: 'buy: the price can not be read again',
    path: '/user/buy-token',
    given: all(withClock, failing('/api/v1/user/package/price/get')),
    acts: [comeBack],
    toasts: ['Failed to fetch token price'],
  },
  { when: 'payment: no order', path: '/user/payment', acts: [], text: 'Order details not found in URL.' },
  {
    when: 'payment: the time is over',
    path: payment,
    given: withClock,
    // Once the order is in hand its time runs.
    acts: [agree, press('PAY'), (page) => page.clock.fastForward(901_000)],
    text: 'expired!',
  },
  {
    when: 'payment: the UPI ID is copied',
    path: payment,
    acts: [press('Copy UPI ID')],
    toasts: ['UPI ID copied to clipboard!'],
  },
  {
    when: 'payment by UPI: not agreed',
    path: payment,
    acts: [press('PAY')],
    toasts: ['Please agree to the privacy & policy to proceed.'],
  },
  {
    when: 'payment by bank: not agreed',
    path: payment,
    acts: [(page) => tab(page, 'Banking'), press('Make Payment')],
    toasts: ['Please agree to the privacy policy to proceed.'],
  },
  {
    when: 'payment in another way: not agreed',
    path: payment,
    acts: [(page) => tab(page, 'Manual'), press('Confirm Payment')],
    toasts: ['Please agree to the privacy policy to proceed.'],
  },
  { when: 'payment: cancelled', path: payment, acts: [press('Cancel')], toasts: ['Payment process cancelled.'] },
  {
    when: 'payment in another way: the call fails',
    path: payment,
    given: failing('/api/v1/user/package/purchase'),
    acts: [(page) => tab(page, 'Manual'), agree, press('Confirm Payment')],
    toasts: ['Failed to submit manual payment.'],
  },
  {
    when: 'proof: no number',
    path: payment,
    acts: [openProof, pickFile, uploaded, press('Submit')],
    toasts: ['Please enter UTR or Transaction Number.', 'File uploaded successfully'],
  },
  {
    when: 'proof: no amount',
    path: payment,
    acts: [openProof, (page) => utr(page).fill(freshReference()), type({ 'Enter Amount': '' }), press('Submit')],
    toasts: ['Please enter a valid amount.'],
  },
  {
    when: 'proof: no file',
    path: payment,
    acts: [openProof, (page) => utr(page).fill(freshReference()), press('Submit')],
    toasts: ['Please upload a transaction file before submitting.'],
  },
  {
    when: 'proof: the upload fails when the file is chosen, and again when the proof is sent',
    path: payment,
    given: failing('/api/v1/user/media/add'),
    acts: [
      openProof,
      (page) => utr(page).fill(freshReference()),
      pickFile,
      (page) => page.locator('.field-error').waitFor(),
      press('Submit'),
    ],
    toasts: ['File upload failed for proof.', 'File upload failed.'],
  },
  {
    when: 'proof: the submission fails',
    path: payment,
    given: failing('/api/v1/user/package/purchase'),
    acts: [openProof, (page) => fillProof(page, freshReference()), press('Submit')],
    toasts: ['Failed to submit token purchase', 'File uploaded successfully'],
  },
  {
    when: 'proof: sent',
    path: payment,
    acts: [openProof, (page) => fillProof(page, freshReference()), press('Submit')],
    toasts: ['Token purchase submitted successfully', 'File uploaded successfully'],
  },
  {
    when: 'history: while it loads',
    path: '/user/payment-history',
    given: hanging(LIST),
    acts: [
      (page) =>
        page
          .getByLabel('Status', { exact: true })
          .selectOption('REJECTED')
          .then(() => undefined),
    ],
    text: 'Loading transactions...',
  },
  {
    when: 'history: it can not be read',
    path: '/user/payment-history',
    given: failing(LIST),
    acts: [
      (page) =>
        page
          .getByLabel('Status', { exact: true })
          .selectOption('REJECTED')
          .then(() => undefined),
    ],
    toasts: ['Failed to fetch transactions'],
    text: 'Error fetching data: Unknown error',
  },
  {
    when: 'history: it can not be read, for a reason',
    path: '/user/payment-history',
    given: answering(LIST, { status: false, message: 'The list is away.', code: 'invalid' }, 422),
    acts: [filterRejected],
    toasts: ['The list is away.'],
    text: 'Error fetching data: The list is away.',
  },
  {
    when: 'history: nothing there',
    path: '/user/payment-history?status=REJECTED',
    acts: [],
    text: 'No payment history found.',
  },
  {
    when: 'profile: no current password',
    path: '/user/profile',
    acts: [press('Save Changes')],
    toasts: ['Please enter you current password'],
  },
  {
    when: 'profile: saved',
    path: '/user/profile',
    acts: [currentPassword(PASSWORD), press('Save Changes')],
    toasts: ['Profile updated successfully'],
  },
  {
    when: 'profile: saving fails',
    path: '/user/profile',
    given: failing('/api/v1/user/auth/profile/update'),
    acts: [currentPassword(PASSWORD), press('Save Changes')],
    toasts: ['Failed to update profile'],
  },
  {
    when: 'profile: the picture can not be sent',
    path: '/user/profile',
    given: failing('/api/v1/user/media/add'),
    acts: [pickPicture, currentPassword(PASSWORD), press('Save Changes')],
    toasts: ['Profile picture upload failed.'],
  },
  {
    when: 'profile: the picture comes back without an id',
    path: '/user/profile',
    given: answering('/api/v1/user/media/add', { status: true, message: 'ok', data: [] }),
    acts: [pickPicture, currentPassword(PASSWORD), press('Save Changes')],
    toasts: ['Upload succeeded but no file ID received.'],
  },
  {
    when: 'profile: changing the password fails',
    path: '/user/profile',
    given: failing('/api/v1/user/auth/password/update'),
    acts: [(page) => page.getByLabel('Current password').nth(1).fill(PASSWORD), newPasswords, press('Change password')],
    toasts: ['Failed to updated password'],
  },
];

test.each(ROWS)('$when', async ({ path, given, acts, toasts, text, log }) => {
  const isMembers = (typeof path === 'string' ? path : path()).startsWith('/user');
  const page = await newPage(site, isMembers ? { cookie: member.cookie } : {});
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  if (log !== undefined) allow(page, new RegExp(`console: ${log}`));
  await given?.(page);
  await visit(page, typeof path === 'string' ? path : path());
  for (const act of acts) await act(page);
  if (text !== undefined) await page.getByText(text, { exact: true }).first().waitFor();
  if (log !== undefined) await expect.poll(() => logged.filter((line) => line.startsWith(log)).length).toBe(1);
  if (toasts) await expect.poll(() => toastTexts(page)).toEqual(toasts);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await closePage(page);
});

test('a call of the screens that reads the payee says what failed', async () => {
  const db = site.database.platform;
  await db.schema.alterTable('beneficiaries').renameTo('beneficiaries_away').execute();
  try {
    const answer = await site.call('GET', '/api/v1/user/package/beneficiary/get', { token: member.token });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ status: false, message: 'Failed to fetch payment details' });
  } finally {
    await db.schema.alterTable('beneficiaries_away').renameTo('beneficiaries').execute();
  }
});
