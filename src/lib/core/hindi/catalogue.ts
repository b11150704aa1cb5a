/**
 * The Hindi texts by their English ones, in parts: a page carries only the parts that its islands show (docs/languages.md).
 * A text is in one part alone.
 */
import { ANSWERS } from './answers.ts';
import { AUTH } from './auth.ts';
import { BUY } from './buy.ts';
import { CHOOSE } from './choose.ts';
import { COMMON } from './common.ts';
import { DASHBOARD } from './dashboard.ts';
import { FACTORS } from './factors.ts';
import { FIELDS } from './fields.ts';
import { HISTORY } from './history.ts';
import { MAILS } from './mails.ts';
import { MEMBER } from './member.ts';
import { PAGES } from './pages.ts';
import { PAY } from './pay.ts';
import { PROFILE } from './profile.ts';
import { PUBLIC } from './public.ts';
import { RECEIPT } from './receipt.ts';
import { REFUNDS } from './refunds.ts';
import { SECURITY } from './security.ts';
import { TOKENS } from './tokens.ts';
import { VERIFY } from './verify.ts';

export const HINDI = {
  /** On every page: the frame, messages, and the pieces that all forms share. */
  common: COMMON,
  /** What a form says about what was typed. */
  fields: FIELDS,
  auth: AUTH,
  /** The second step of a sign-in, and the confirmation before a sensitive action, which any page of a member may show. */
  factors: FACTORS,
  /** The page of second factors and passkeys. */
  security: SECURITY,
  /** The page to choose a password. */
  choose: CHOOSE,
  /** On every page behind the sign-in of a member. */
  member: MEMBER,
  dashboard: DASHBOARD,
  buy: BUY,
  history: HISTORY,
  refunds: REFUNDS,
  profile: PROFILE,
  pay: PAY,
  /** Written by the server alone: pages. */
  pages: PAGES,
  /** Written by the server alone: what the catalogue says of its tokens. */
  tokens: TOKENS,
  /** Written by the server alone: the token page and the public ledger. */
  public: PUBLIC,
  /** The page that checks proofs, which is a file to keep. */
  verify: VERIFY,
  /** Written by the server alone: the printable receipt and the statement. */
  receipt: RECEIPT,
  /** Written by the server alone: what calls answer. */
  answers: ANSWERS,
  /** Written by the server alone. */
  mails: MAILS,
} as const;
