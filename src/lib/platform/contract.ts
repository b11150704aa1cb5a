/** What super admins do with companies (spec points 2 and 7, decisions 2 to 4). */
import * as z from 'zod/mini';
import { contract } from '../core/contract.ts';
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
} from '../core/fields.ts';
import { out, pageOf, percentBps, priceMicros, quantity } from '../core/wire.ts';
import { TOKEN_SYMBOLS } from '../tokens/rules.ts';
import { hostList, PARTS_DO_NOT_ADD_UP, partsAddUp, type Supply } from './rules.ts';

const whole = (label: string) => quantity(`${label} is a whole number of tokens, 0 or more.`);

const supply = {
  totalSupply: whole('Total Supply'),
  privateSupply: whole('Private Supply'),
  publicCellSupply: whole('Public Cell Supply'),
  angelInvestorSupply: whole('Angel Investor Supply'),
  founderTeamSupply: whole('Founder Team Supply'),
  airdropSupply: whole('Airdrop Supply'),
};

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
  /** Left out: as it was; for a new company 18. */
  platformChargePercent: optional(percentBps('The platform charge is a percentage from 0 to 100.')),
  /** Host names of the company's own site, the first one in links and mails. Left out: as they were. */
  hosts: z.optional(hostList),
};

const versionWrong = 'The version must be a whole number from 1.';
const version = optional(
  z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
);

const addUp = z.refine((it) => partsAddUp(it as Supply), { error: PARTS_DO_NOT_ADD_UP, path: ['totalSupply'] });

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
  /** Rupees for a token, today. */
  initialPrice: out.price,
  platformChargePercent: out.percent,
  email: z.string(),
  mobile: z.string(),
  /** Masked, 'XXXX XXXX 1234'; '' where none is kept. */
  companyAadhaarCard: z.string(),
  companyPan: z.string(),
  companyAddress: z.string(),
  companyPincode: z.string(),
  /** Counts the changes of what stands above, and of the hosts: send it back with one, so that nobody's work is lost. */
  version: z.number(),
  createdAt: out.time,
  hosts: z.array(z.string()),
  /** Null while it sells. */
  pausedAt: z.nullable(out.time),
  pauseReason: z.nullable(z.string()),
  /** The company whose site answers under the deployment's own names. */
  isDefault: z.boolean(),
});
export type CompanyRecord = z.output<typeof companyRecord>;

export const listCompanies = contract({
  method: 'GET',
  path: '/api/v1/superadmin/company/list',
  access: 'super',
  from: 'query',
  input: z.object({ page: listQuery.page, limit: listQuery.limit, search: listQuery.search }),
  output: pageOf(companyRecord),
  summary: 'Lists the companies, the newest first; searched by name, title, symbol, host and mail address.',
  failure: 'Failed to fetch companies',
});

export const addCompany = contract({
  method: 'POST',
  path: '/api/v1/superadmin/company/add',
  access: 'super',
  from: 'json',
  input: z
    .strictObject({
      ...fields,
      tokenSymbol: z.enum(TOKEN_SYMBOLS, 'Please choose a token symbol from the catalogue.'),
      /** Whoever is to run the company: gets an account and a mail to set a password. */
      adminName: optional(boundedText("the admin's name", 2, 100)),
      adminEmail: optional(email),
    })
    .check(addUp),
  output: companyRecord,
  summary: 'Makes a company, with its first admin when one is named.',
  failure: 'Failed to add the company',
  success: 'Company added successfully',
  creates: true,
});

export const updateCompany = contract({
  method: 'PUT',
  path: '/api/v1/superadmin/company/update',
  access: 'super',
  from: 'json',
  input: z
    .strictObject({
      id: uuid,
      ...fields,
      tokenSymbol: optional(boundedText('the token symbol', 2, 10)),
      /** As the list gave it; another one now: 409. Without it, a change that would undo somebody else's of late is refused. */
      version,
    })
    .check(addUp),
  output: companyRecord,
  summary: 'Changes a company. Its symbol stays: member IDs carry it.',
  failure: 'Failed to update the company',
  success: 'Company updated successfully',
});

export const deleteCompany = contract({
  method: 'DELETE',
  path: '/api/v1/superadmin/company/delete',
  access: 'super',
  from: 'json',
  input: z.strictObject({ id: uuid }),
  output: z.null(),
  summary: 'Deletes a company that has no members, no purchases and no history.',
  failure: 'Failed to delete the company',
  success: 'Company deleted successfully',
});

export const pauseCompany = contract({
  method: 'POST',
  path: '/api/v1/superadmin/company/pause',
  access: 'super',
  from: 'json',
  input: z.strictObject({ id: uuid, reason: boundedText('a reason that buyers can read', 5, 300) }),
  output: companyRecord,
  summary: 'Stops the sale of a company; buyers read the reason. What was submitted is still decided.',
  failure: 'Failed to pause the sale',
  success: 'Sale paused',
});

export const resumeCompany = contract({
  method: 'POST',
  path: '/api/v1/superadmin/company/resume',
  access: 'super',
  from: 'json',
  input: z.strictObject({ id: uuid }),
  output: companyRecord,
  summary: 'Lets a paused company sell again.',
  failure: 'Failed to resume the sale',
  success: 'Sale resumed',
});

export const inviteAdmin = contract({
  method: 'POST',
  path: '/api/v1/superadmin/company/invite',
  access: 'super',
  from: 'json',
  input: z.strictObject({
    id: uuid,
    adminName: boundedText("the admin's name", 2, 100),
    adminEmail: filled("Please enter the admin's email address.", email),
  }),
  output: z.null(),
  summary: 'Makes an admin of a company and mails the invitation.',
  failure: 'Failed to invite the admin',
  success: 'Invitation sent',
});
