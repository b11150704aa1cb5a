/**
 * Every message of the public and member screens that the specification quotes, as one table: the screen, the steps,
 * and the message.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeMember, PASSWORD } from '../support/accounts.ts';
import { type Act, all, answering, enter, failing, hanging, pageWith, press, type } from '../support/acts.ts';
import { PAYEE_UPI } from '../support/brand.ts';
import { allow, closePage, newPage, visit } from '../support/browser.ts';
import {
  agree,
  dismissToasts,
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
import { LIST_OF_TWO, PASSWORDS, PUBLIC_ROWS, type Row, WHO } from '../support/public-messages.ts';
import { freshReference } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
let forgetful: Account;
beforeAll(async () => {
  site = await startSite();
  member = await makeMember(site);
  forgetful = await makeMember(site);
});
afterAll(() => site?.remove());

const pickFile: Act = async (page) => {
  await page.getByLabel('Upload Transaction File').setInputFiles(proofFile());
};
const pickPicture: Act = (page) => page.getByLabel('Profile picture').setInputFiles(proofFile('me.png'));
const currentPassword =
  (text: string): Act =>
  (page) =>
    page.getByLabel('Current password').first().fill(text);
/** The window is hidden for longer than data are fresh, then visible again. */
const hideAndShow: Act = async (page) => {
  // The visibility listener starts after the islands, and nothing on the page shows it.
  await new Promise((done) => setTimeout(done, 1_000));
  await page.clock.fastForward(21_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
};
const withClock: Act = (page) => page.clock.install();

const payment = (): string => paymentUrl(orderNumber());
const newPasswords = type({ 'New password': 'seven lanterns', 'Confirm new password': 'seven lanterns' });
const LIST = '/api/v1/user/transaction/list';

/** While one of its tables is missing, the server can only name what failed. */
async function withoutTable(table: 'beneficiaries' | 'media', work: () => Promise<unknown>): Promise<void> {
  const { schema } = site.database.platform;
  await schema.alterTable(table).renameTo('away').execute();
  try {
    await work();
  } finally {
    await schema.alterTable('away').renameTo(table).execute();
  }
}

/** The page after the payee has removed UPI. */
const reloadWithoutUpi: Act = async (page) => {
  const set = (upi: string) => site.database.platform.updateTable('beneficiaries').set({ upi }).execute();
  await set('');
  try {
    await page.reload();
  } finally {
    await set(PAYEE_UPI);
  }
};
const uploadRefused: Act = (page) => page.locator('.field-error').waitFor();

const filterRejected: Act = async (page) => {
  await page.getByLabel('Status', { exact: true }).selectOption('REJECTED');
};

const MEMBER_ROWS: readonly Row[] = [
  {
    when: 'registration: done',
    path: '/register',
    acts: [
      type({ ...WHO, Email: 'done@example.com' }),
      press('Request OTP'),
      async (page) => type({ OTP: await site.code('done@example.com') })(page),
      type({ 'Date of birth': '1994-04-12', ...PASSWORDS }),
      dismissToasts,
      press('Create Account'),
    ],
    toasts: ['Registration successful. Please log in.'],
    leads: '/',
  },
  {
    when: 'login: done',
    path: '/',
    acts: [(page) => type({ Email: member.email, Password: PASSWORD })(page), press('Log in')],
    toasts: ['Logged in successfully.'],
    leads: '/user/dashboard',
  },
  {
    when: 'forgot password: done',
    path: '/fogot-password',
    acts: [
      (page) => type({ Email: forgetful.email })(page),
      press('Send Reset Code'),
      async (page) => type({ Code: await site.code(forgetful.email) })(page),
      newPasswords,
      dismissToasts,
      press('Set New Password'),
    ],
    toasts: ['Password updated successfully'],
    leads: '/',
  },
  {
    when: 'dashboard: reading the profile again is refused',
    path: '/user/dashboard',
    given: all(withClock, failing('/api/v1/user/auth/profile/get')),
    acts: [hideAndShow],
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
    acts: [hideAndShow],
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
    acts: [hideAndShow],
    toasts: ['Failed to fetch token price'],
  },
  {
    when: 'buy: bought',
    path: '/user/buy-token',
    acts: [type({ 'Amount (INR)': '1000' }), press('BUY NOW')],
    leads: /^\/user\/payment\?purchaseId=PUR-\d{6}&purchaseAmount=1000\.00$/,
  },
  { when: 'payment: no order', path: '/user/payment', acts: [], text: 'Order details not found in URL.' },
  { when: 'payment: the time runs', path: payment, acts: [agree], text: /^1[45]m [0-5]\ds$/ },
  {
    when: 'payment: the time is over',
    path: payment,
    given: withClock,
    // The countdown runs once the order is stored.
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
  {
    when: 'payment by UPI: given up by the payee meanwhile',
    path: payment,
    acts: [(page) => tab(page, 'UPI'), reloadWithoutUpi],
    text: 'UPI payment details are not available.',
  },
  {
    when: 'payment: cancelled',
    path: payment,
    acts: [press('Cancel')],
    toasts: ['Payment process cancelled.'],
    leads: '/user/buy-token?amount=1000.00',
  },
  {
    when: 'payment in another way: sent',
    path: payment,
    acts: [(page) => tab(page, 'Manual'), agree, press('Confirm Payment')],
    toasts: ['Token purchase submitted successfully'],
    leads: '/user/buy-token',
  },
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
    acts: [openProof, (page) => utr(page).fill(freshReference()), pickFile, uploadRefused, press('Submit')],
    toasts: ['File upload failed for proof.', 'File upload failed.'],
  },
  {
    when: 'proof: the file can not be kept',
    path: payment,
    given: async (page) => allow(page, /answer: 500 POST .*media/),
    acts: [openProof, (page) => withoutTable('media', () => all(pickFile, uploadRefused)(page))],
    toasts: ['Failed to upload file'],
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
    // Only the last success goes on to the next page.
    toasts: ['Token purchase submitted successfully'],
    leads: '/user/buy-token',
  },
  {
    when: 'history: while it loads',
    path: '/user/payment-history',
    given: hanging(LIST),
    acts: [filterRejected],
    text: 'Loading transactions...',
  },
  {
    when: 'history: it can not be read',
    path: '/user/payment-history',
    given: failing(LIST),
    acts: [filterRejected],
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
    when: 'profile: saving is refused with a list',
    path: '/user/profile',
    given: answering('/api/v1/user/auth/profile/update', LIST_OF_TWO, 422),
    acts: [currentPassword(PASSWORD), press('Save Changes')],
    toasts: ['Another thing.', 'One thing.'],
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

test.each([...PUBLIC_ROWS, ...MEMBER_ROWS])('$when', async ({ path, given, acts, toasts, text, leads, log }) => {
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
  if (leads !== undefined) {
    const isThere = ({ pathname, search }: URL): boolean =>
      typeof leads === 'string' ? pathname + search === leads : leads.test(pathname + search);
    await page.waitForURL(isThere);
  }
  if (log !== undefined) await expect.poll(() => logged.filter((line) => line.startsWith(log)).length).toBe(1);
  if (toasts) await expect.poll(() => toastTexts(page)).toEqual(toasts);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await closePage(page);
});

test('a call of the screens that reads the payee says what failed', () =>
  withoutTable('beneficiaries', async () => {
    const answer = await site.call('GET', '/api/v1/user/package/beneficiary/get', { token: member.token });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ status: false, message: 'Failed to fetch payment details' });
  }));
