/** Super admins manage companies (docs/contract.md, Companies). */

import { textToBuyers } from '../../core/buyer-text.ts';
import { contract } from '../../core/contract.ts';
import {
  aadhaarOrMasked,
  boundedText,
  email,
  filled,
  listQuery,
  mobile,
  optional,
  pan,
  pincode,
  uuid,
} from '../../core/fields.ts';
import { out, pageOf, percentBps, priceMicros, quantity } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import { TOKEN_SYMBOLS } from '../../tokens/contract.ts';
import * as calls from './calls.ts';

const whole = (label: string) => quantity(`${label} is a whole number of tokens, 0 or more.`);

const supply = {
  totalSupply: whole('Total Supply'),
  privateSupply: whole('Private Supply'),
  publicCellSupply: whole('Public Cell Supply'),
  angelInvestorSupply: whole('Angel Investor Supply'),
  founderTeamSupply: whole('Founder Team Supply'),
  airdropSupply: whole('Airdrop Supply'),
};

interface Supply {
  readonly totalSupply: bigint;
  readonly privateSupply: bigint;
  readonly publicCellSupply: bigint;
  readonly angelInvestorSupply: bigint;
  readonly founderTeamSupply: bigint;
  readonly airdropSupply: bigint;
}

/** docs/contract.md, Supply. In whole tokens. */
function partsAddUp(sent: Supply): boolean {
  const { privateSupply, publicCellSupply, angelInvestorSupply, founderTeamSupply, airdropSupply } = sent;
  const parts = privateSupply + publicCellSupply + angelInvestorSupply + founderTeamSupply + airdropSupply;
  return sent.totalSupply > 0n && parts === sent.totalSupply;
}

const HOSTS_MAX = 10;
const HOST_LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** True for a lower-case host name (RFC 1123) with at least two labels that is not an IP address. */
export function isHostName(text: string): boolean {
  const labels = text.split('.');
  const isIpAddress = /^\d+$/.test(labels.at(-1) ?? '');
  return text.length <= 253 && labels.length > 1 && labels.every((label) => HOST_LABEL.test(label)) && !isIpAddress;
}

/** People also paste names with a scheme or a trailing slash. */
function normalizeHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

const hostList = z.array(z.string('Please send host names as text.'), 'Please send the host names as a list.').check(
  z.overwrite((list: string[]) => [...new Set(list.map(normalizeHost).filter((host) => host !== ''))]),
  z.maxLength(HOSTS_MAX, `A company can have at most ${HOSTS_MAX} host names.`),
  z.refine(
    (list: string[]) => list.every(isHostName),
    'Please enter host names like sale.example.com, without port and path.',
  ),
);

const fields = {
  companyName: boundedText('the company name', 2, 120),
  companyTitle: boundedText('the company title', 2, 120),
  tokenName: boundedText('the token name', 2, 60),
  initialPrice: priceMicros('The initial price is an amount in rupees above 0 with at most six decimals.'),
  ...supply,
  email: filled('Please enter the email address of the company.', email),
  mobile: filled('Please enter the mobile number of the company.', mobile),
  companyAadhaarCard: aadhaarOrMasked,
  companyPan: pan,
  companyAddress: boundedText('the company address', 5, 300),
  companyPincode: filled('Please enter the pincode of the company.', pincode),
  /** Default: unchanged, or 18 for a new company. */
  platformChargePercent: optional(percentBps('The platform fees are a percentage from 0 to 100.')),
  /** Host names of the company's site. Links and mails use the first one. Default: unchanged. */
  hosts: z.optional(hostList),
};

const versionWrong = 'The version must be a whole number from 1.';
const version = optional(
  z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
);

const addUp = z.refine((sent) => partsAddUp(sent as Supply), {
  error: 'Total Supply must be the sum of Private, Public Cell, Angel Investor, Founder Team and Airdrop Supply.',
  path: ['totalSupply'],
});

/** A company as super admins see it. */
export const companyRecord = z.object({
  id: z.string(),
  companyName: z.string(),
  companyTitle: z.string(),
  tokenName: z.string(),
  tokenSymbol: z.string(),
  totalSupply: out.quantity,
  privateSupply: out.quantity,
  publicCellSupply: out.quantity,
  angelInvestorSupply: out.quantity,
  founderTeamSupply: out.quantity,
  airdropSupply: out.quantity,
  /** The current price in rupees for a token. */
  initialPrice: out.price,
  platformChargePercent: out.percent,
  email: z.string(),
  mobile: z.string(),
  /** Masked, 'XXXX XXXX 1234'; empty if none is stored. */
  companyAadhaarCard: z.string(),
  companyPan: z.string(),
  companyAddress: z.string(),
  companyPincode: z.string(),
  /** Increases with each change of the fields above or of the hosts. Send it back with an update (docs/contract.md, Versions). */
  version: z.number(),
  createdAt: out.time,
  hosts: z.array(z.string()),
  /** Null while the sale is open. */
  pausedAt: z.nullable(out.time),
  pauseReason: z.nullable(z.string()),
  /** When it left for another cluster. Absent while it is here, so that a program can send a record back with an update. */
  movedAt: z.optional(out.time),
  /** True for the company whose site uses the deployment's own host names. */
  isDefault: z.boolean(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

export const listCompanies = contract(calls.listCompanies, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, search: listQuery.search }),
  output: pageOf(companyRecord),
  summary: 'Lists the companies, newest first. The search covers name, title, symbol, host and email address.',
});

export const addCompany = contract(calls.addCompany, {
  input: z
    .strictObject({
      ...fields,
      tokenSymbol: z.enum(TOKEN_SYMBOLS, 'Please choose a token symbol from the catalogue.'),
      /** The first admin, who gets an account and a mail to set a password. */
      adminName: optional(boundedText("the admin's name", 2, 100)),
      adminEmail: optional(email),
    })
    .check(addUp),
  output: companyRecord,
  summary: 'Adds a company, with its first admin if given.',
  creates: true,
  recentAuthentication: 'always',
});

export const updateCompany = contract(calls.updateCompany, {
  input: z
    .strictObject({
      id: uuid,
      ...fields,
      tokenSymbol: optional(boundedText('the token symbol', 2, 10)),
      /** Ignored. A client that edits the record of the list sends it back. */
      createdAt: optional(z.string('createdAt must be the one that the list gave.')),
      /**
       * The version from the list. 409 if the company has changed since. Without a version, a change that would undo a
       * recent change by somebody else is refused.
       */
      version,
    })
    .check(addUp),
  output: companyRecord,
  summary: 'Changes a company. The symbol cannot change, because member IDs contain it.',
  recentAuthentication: 'always',
});

export const deleteCompany = contract(calls.deleteCompany, {
  input: z.strictObject({ id: uuid }),
  output: z.null(),
  summary: 'Deletes a company that has no members, no purchases and no history.',
  recentAuthentication: 'always',
});

export const pauseCompany = contract(calls.pauseCompany, {
  input: z.strictObject({ id: uuid, reason: textToBuyers('a reason that buyers can read', 5, 300) }),
  output: companyRecord,
  summary: 'Pauses the sale of a company and shows buyers the reason. Submitted purchases are still decided.',
  recentAuthentication: 'always',
});

export const resumeCompany = contract(calls.resumeCompany, {
  input: z.strictObject({ id: uuid }),
  output: companyRecord,
  summary: 'Resumes the sale of a paused company.',
  recentAuthentication: 'always',
});

export const endAdminSessions = contract(calls.endAdminSessions, {
  input: z.strictObject({ id: uuid }),
  output: z.object({ ended: z.number() }),
  summary: 'Signs all admins of a company out, on every device.',
  recentAuthentication: 'always',
});

export const inviteAdmin = contract(calls.inviteAdmin, {
  input: z.strictObject({
    id: uuid,
    adminName: boundedText("the admin's name", 2, 100),
    adminEmail: filled("Please enter the admin's email address.", email),
  }),
  output: z.null(),
  summary: 'Adds an admin to a company and mails the invitation.',
  recentAuthentication: 'always',
});
