/** Every message of the screens before the sign-in that the specification gives to the letter (points 5 and 8). */
import { type Act, all, answering, enter, failing, hanging, pageWith, press, type } from './acts.ts';

export interface Row {
  /** What is done. */
  readonly when: string;
  readonly path: string | (() => string);
  /** Before the page is opened: calls that fail, a page that lacks something. */
  readonly given?: Act;
  readonly acts: readonly Act[];
  /** All messages, the newest first. */
  readonly toasts?: readonly string[];
  /** What the screen says by itself. */
  readonly text?: string | RegExp;
  /** Where it leads in the end: path and query. */
  readonly leads?: string | RegExp;
  /** What the browser's log has. */
  readonly log?: string;
}

const OTP_SENT = { status: true, message: 'OTP sent successfully. Please check your email.', data: { challenge: '' } };
const CODE_SENT = { ...OTP_SENT, message: 'OTP successfully send' };
export const WHO = { Name: 'Asha Rao', Email: 'a@example.com', Mobile: '98765 43210' };
export const PASSWORDS = { Password: 'seven quiet lanterns', 'Confirm password': 'seven quiet lanterns' };
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
export const LIST_OF_TWO = { status: false, message: ['One thing.', 'Another thing.'], code: 'invalid' };
const filledReset = (confirm: string) =>
  all(toReset, type({ Code: '123456', 'New password': 'seven lanterns', 'Confirm new password': confirm }));

export const PUBLIC_ROWS: readonly Row[] = [
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
    given: answering(registerOtp, LIST_OF_TWO, 422),
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
    when: 'forgot password: the code request is refused with a list',
    path: '/fogot-password',
    given: answering(resetOtp, LIST_OF_TWO, 422),
    acts: [toReset],
    toasts: ['Another thing.', 'One thing.'],
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
    when: 'forgot password: setting it is refused with a list',
    path: '/fogot-password',
    given: all(answering('/api/v1/user/auth/forgot-password', LIST_OF_TWO, 422), answering(resetOtp, CODE_SENT)),
    acts: [filledReset('seven lanterns'), press('Set New Password')],
    toasts: ['Another thing.', 'One thing.', CODE_SENT.message],
  },
];
