/** Example values for the API's description: by the field's name where it has a meaning, else by its form. */
import type { NamedContract } from './operations.ts';
import { type JsonSchema, schemaOf } from './schema.ts';

const ID = '3f8a1c52-6f0e-4b7a-9c1d-2e5b7a9c4d10';
const HASH = `0x${'5a1e9c04'.repeat(8)}`;

/** What a person would expect under these names. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  user: 'asha@example.com',
  mobile: '+919876543210',
  otp: '482913',
  password: 'pepper clouds 7 rivers',
  newPassword: 'lantern 9 quiet harbour',
  challenge: 'Jx2bT7mQ0vRkPz8cNf4LwYh6GsDa1eUo9iBt5XqEyKM',
  token: 'vY3kq9m2Qe1dW8sTzR5uXb7nHc4jLp0aGf6iKo2EwMs',
  dateOfBirth: '1994-05-17',
  joinedSince: '2026-11-01',
  paidOn: '2026-11-21',
  bankReference: 'N326112345678901',
  pincode: '400001',
  /** The id and the sealed text of a mailed link. */
  letIn: '3f8a1c52-6f0e-4b7a-9c1d-2e5b7a9c4d10.vY3kq9m2Qe1dW8sTzR5uXb7nHc4jLp0aGf6iKo2EwMs',
  referralCode: 'COWL7QK2M9A',
  memberId: 'COWL7QK2M9A',
  code: 'COWL7QK2M9A',
  kycDocumentNumber: '234123412346',
  walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tokenAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  chainId: 1,
  freezeAt: '2027-03-01T12:00:00+05:30',
  holderName: 'Example Private Limited',
  bankName: 'Example Bank',
  branch: 'Fort, Mumbai',
  accountNumber: '000123456789',
  accountNumberAgain: '000123456789',
  ifscCode: 'EXAM0000001',
  upi: 'example@upi',
  bank: 'Example Bank',
  orderNumber: 'PUR-482913',
  purchaseId: 'PUR-482913',
  purchaseAmount: '1000.00',
  orderAmount: '1000.00',
  minimumOrder: '500.00',
  maximumOrder: '500000.00',
  secondApproverAbove: '100000.00',
  supportEmail: 'help@example.com',
  supportPhone: '+919876543210',
  amount: '1180.00',
  finalAmount: '1180.00',
  gstAmount: '180.00',
  gstPercentage: '18',
  platformChargePercent: '18',
  price: '0.25',
  totalQuantity: 4000,
  quantity: 4000,
  referenceNumber: '412345678901',
  reason: 'The reference is not on our statement.',
  transactionHash: HASH,
  hash: HASH,
  day: '2026-11-21',
  from: '2026-11-01',
  to: '2026-11-21',
  amountFrom: '1000.00',
  amountTo: '5000.00',
  query: 'status=waiting&sort=oldest',
  today: '2026-11-21',
  rewardPercent: '5',
  rewardSigns: 'mobile,wallet,payer,browser,network',
  fromMemberId: 'COWL7QK2M9A',
  companyName: 'Example Private Limited',
  companyPan: 'ABCCE1234F',
  companyAadhaarCard: '234123412346',
  companyPincode: '400001',
  companyAddress: '1 Example Road, Mumbai',
  /** Where a version is text; others are counts. */
  version: '1795252200000000',
  companyTitle: 'Cowl pre-launch sale',
  hosts: 'sale.example.com',
  adminName: 'Vikram Shah',
  adminEmail: 'vikram@example.com',
  initialPrice: '0.25',
  totalSupply: 1_000_000_000,
  privateSupply: 300_000_000,
  publicCellSupply: 500_000_000,
  angelInvestorSupply: 100_000_000,
  founderTeamSupply: 75_000_000,
  airdropSupply: 25_000_000,
  page: 1,
  lastPage: 1,
  limit: 10,
  total: 1,
  rank: 1,
  symbol: 'COWL',
  title: 'Cowl pre-launch sale',
  description: 'Cowl before its launch.',
  keywords: 'Cowl, COWL, token',
  icon_url: '/tokens/cowl/icon.svg',
  headerLogo: '/tokens/cowl/header.svg',
  tokenName: 'Cowl',
  tokenSymbol: 'COWL',
  mime: 'image/png',
  footerNote: 'Please buy only what you can afford to hold.',
  link: 'https://www.youtube.com/@example',
  hint: 'lb_live_Q3vX',
  key: 'lb_live_Q3vXb7nHc4jLp0aGf6iKo2EwMsR9tZ1dXw4k',
  cursor: '1025',
  receiptNumber: 'COWL/26-27/00042',
  search: '',
  transports: 'internal',
  host: 'sale.example.com',
};

/** By the beginning of the pattern that the contracts give a form. */
const BY_PATTERN: readonly (readonly [RegExp, unknown])[] = [
  [/^\^\[0-9a-f\]\{8\}-/, ID],
  [/^\^\\d\{4\}-\\d\{2\}-\\d\{2\}T/, '2026-11-21T09:30:00.000Z'],
  [/^\^\\d\{4\}-\\d\{2\}-\\d\{2\}\$/, '2026-11-21'],
  [/\\d\+\\\.\\d\{2\}\$/, '1180.00'],
  [/\\d\{2,6\}\$/, '0.25'],
  [/\\d\+\(\\\.\\d\{1,2\}\)\?\$/, '18'],
  [/^\^\\d\{1,20\}\$/, '3'],
  // Base64url.
  [/^\^\[\\w-\]\+\$/, 'SGVsbG8sIHBhc3NrZXk'],
];

const fits = (value: unknown, schema: JsonSchema): boolean => {
  const types = [schema.type ?? []].flat();
  if (typeof value === 'string') {
    if (types.length > 0 && !types.includes('string')) return false;
    if (schema.enum) return schema.enum.includes(value);
    return schema.pattern === undefined || new RegExp(schema.pattern).test(value);
  }
  if (typeof value === 'number') return types.includes('number') || types.includes('integer');
  return true;
};

/** Where a field means something else than elsewhere. */
const BY_CALL: Readonly<Record<string, Record<string, unknown>>> = {
  loginSuperAdmin: { otp: '48291374' },
  reauthenticateMember: { factor: '482913' },
  reauthenticateAdmin: { factor: '482913' },
  reauthenticateSuperAdmin: { code: '48291374', factor: '482913' },
  finishSignIn: { pending: 'k3J9xQ2mVb7RtY5wLp8ZcN4hD6sF1gAeUoIiTrEwQ_a', code: '482913' },
  requestFactorPasskey: { pending: 'k3J9xQ2mVb7RtY5wLp8ZcN4hD6sF1gAeUoIiTrEwQ_a' },
  confirmMemberApp: { code: '482913' },
  confirmAdminApp: { code: '482913' },
  confirmSuperAdminApp: { code: '482913' },
  confirmMemberRecoveryCodes: { code: 'K7M2Q-8XW3D-5TRVB-9NHJ4-C6PFZ0' },
  confirmAdminRecoveryCodes: { code: 'K7M2Q-8XW3D-5TRVB-9NHJ4-C6PFZ0' },
  confirmSuperAdminRecoveryCodes: { code: 'K7M2Q-8XW3D-5TRVB-9NHJ4-C6PFZ0' },
  addMemberPasskey: { name: 'Phone' },
  updateMemberPasskey: { name: 'Phone' },
  addPasskey: { name: 'Work laptop' },
  updatePasskey: { name: 'Work laptop' },
  addKey: {
    name: 'Accounting',
    scopes: ['read:purchases', 'read:events'],
    networks: ['203.0.113.0/24'],
    days: 90,
    password: 'pepper clouds 7 rivers',
  },
  addWebhook: { name: 'Accounting', url: 'https://accounting.example.com/events' },
  updateWebhook: { name: 'Accounting', url: 'https://accounting.example.com/events' },
  listEvents: { after: '1024', limit: 100 },
  listAudit: { search: '', action: 'purchases', from: '2026-11-01', to: '2026-11-21' },
};

export interface ExampleToken {
  readonly name: string;
  readonly symbol: string;
}

/** An example with the token's own symbol and name instead of COWL's. */
export function ofToken<T>(token: ExampleToken, example: T): T {
  const replacements: Record<string, string> = {
    COWL: token.symbol,
    Cowl: token.name,
    cowl: token.symbol.toLowerCase(),
  };
  return JSON.parse(JSON.stringify(example), (_, value: unknown) =>
    typeof value === 'string' ? value.replace(/COWL|Cowl|cowl/g, (name) => replacements[name] ?? name) : value,
  ) as T;
}

/** What a call may be sent. */
export function inputExample({ name, contract }: NamedContract, token: ExampleToken): Record<string, unknown> {
  const example = exampleOf(schemaOf(contract.input, 'input'), '', true);
  return ofToken(token, { ...(example as Record<string, unknown>), ...BY_CALL[name] });
}

/** The `data` that a call answers; null where it answers none. */
export function outputExample({ contract }: NamedContract, token: ExampleToken): unknown {
  const schema = schemaOf(contract.output, 'output');
  return schema.type === 'null' ? null : ofToken(token, exampleOf(schema));
}

/** A value that the schema takes. `isInput`: optional fields that the site finds out by itself are left out. */
export function exampleOf(schema: JsonSchema, name = '', isInput = false): unknown {
  if (schema.const !== undefined) return schema.const;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) {
    const named = BY_NAME[name];
    if (named !== undefined && choices.some((it) => fits(named, it))) return named;
    return exampleOf(choices.find((it) => it.type !== 'null') ?? {}, name, isInput);
  }
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([field]) => !(isInput && field === 'companyId'))
        .map(([field, it]) => [field, exampleOf(it, field, isInput)]),
    );
  }
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, name, isInput)] : [];
  const named = BY_NAME[name];
  if (named !== undefined && fits(named, schema)) return named;
  if (schema.enum) return schema.enum[0];
  const types = [schema.type ?? []].flat();
  if (types.includes('boolean')) return true;
  if (types.includes('number') || types.includes('integer')) return 1;
  if (types.includes('string') || types.length === 0) return textOf(schema, name);
  return null;
}

function textOf({ pattern }: JsonSchema, name: string): string {
  const formed = BY_PATTERN.find(([form]) => pattern !== undefined && form.test(pattern))?.[1];
  if (formed !== undefined) return String(formed);
  if (/(^id|Id)$/.test(name)) return ID;
  if (/(At|Time|Date)$/.test(name)) return '2026-11-21T09:30:00.000Z';
  if (/url$/i.test(name)) return `/api/v1/media/${ID}`;
  return 'text';
}
