/** The calls of a launch: its state and checks, its settings and steps, and addresses after the freeze. */
import { ownPassword } from '../accounts/contract.ts';
import { addressChange, outcome, proposalHead } from '../approvals/contract.ts';
import { textToBuyers } from '../core/buyer-text.ts';
import { contract } from '../core/contract.ts';
import { boundedText, companyId, listQuery, optional, uuid } from '../core/fields.ts';
import { LAUNCH_STATES } from '../core/launch-states.ts';
import { walletAddress } from '../core/wallet-field.ts';
import { out, pageOf } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

const state = z.enum(LAUNCH_STATES);
const step = z.enum(calls.STEPS);

const check = z.object({
  name: z.enum(calls.CHECK_NAMES),
  ok: z.boolean(),
  detail: z.string(),
  /** The step that it stops while it is not ok; null for one that only informs. */
  blocks: z.nullable(z.enum(['freeze', 'pack'])),
});

const proposal = z.object({
  ...proposalHead,
  /** What waits: a step, or the wallet address of a member. */
  step: z.nullable(step),
  member: z.nullable(z.object({ id: z.string(), name: z.string(), memberId: z.string() })),
  /** The address that the member would have; null for a step. */
  walletAddress: z.nullable(z.string()),
  /** '' without one. */
  reason: z.string(),
  /** The launch has changed since, so it can no longer be confirmed. */
  isStale: z.boolean(),
});
export type LaunchProposal = z.output<typeof proposal>;

const packHead = z.object({
  packId: z.string(),
  status: z.enum(['MAKING', 'READY', 'FAILED']),
  /** Per cent. */
  progress: z.number(),
  /** What to do about a failure; '' for none. */
  failure: z.string(),
});

export const launch = z.object({
  state,
  freezeAt: z.nullable(out.time),
  tokenAddress: z.nullable(z.string()),
  chainId: z.nullable(z.number()),
  /** Counts the steps and the changes of the settings. */
  version: z.number(),
  /** Members with stock. */
  holders: z.number(),
  withoutAddress: z.number(),
  /** Whole tokens that all holders have. */
  total: out.quantity,
  checks: z.array(check),
  /** The steps that this state has; a check can still refuse them. */
  steps: z.array(step),
  /** Steps wait for a second admin. */
  needsTwoAdmins: z.boolean(),
  proposals: z.array(proposal),
  /** The newest pack; null before the first. */
  pack: z.nullable(packHead),
});
export type Launch = z.output<typeof launch>;

const password = { /** The admin's own. */ password: ownPassword };
const versionWrong = 'The version must be a whole number from 1.';
/** The version that was shown; 409 if it is no longer the present one. Left out: the present one. */
const version = optional(
  z.number(versionWrong).check(z.refine((n: number) => Number.isSafeInteger(n) && n >= 1, versionWrong)),
);

export const getLaunch = contract(calls.getLaunch, {
  input: z.object({ companyId }),
  output: launch,
  summary: 'Returns the state of the launch, its settings and checks, and what waits for a second admin.',
});

const holder = z.object({
  id: z.string(),
  name: z.string(),
  memberId: z.string(),
  email: z.string(),
  quantity: out.quantity,
  /** Of what all holders have. */
  sharePercent: out.percent,
  walletAddress: z.nullable(z.string()),
  /** Which admin last changed the member's email, in the last seven days. */
  addressChanged: z.optional(addressChange),
});
export type LaunchHolder = z.output<typeof holder>;

export const listLaunchHolders = contract(calls.listLaunchHolders, {
  input: z.object({
    page: listQuery.page,
    limit: listQuery.limit,
    /** `missing`: without a wallet address, the largest first. `shared`: with an address that another holder uses too. */
    show: optional(z.enum(['missing', 'shared'], 'Please choose missing or shared.')),
    companyId,
  }),
  output: pageOf(holder),
  summary: 'Lists the holders without a wallet address, or those who share one.',
});

const TOKEN_WRONG = 'Please enter the token address as 0x and 40 characters of 0-9 and a-f.';
const CHAIN_WRONG = 'Please enter the chain id as a whole number above 0, as 1 for Ethereum.';
const TIME_WRONG = 'Please enter the freeze date and time.';
const isInstant = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text) &&
  !Number.isNaN(Date.parse(text));

export const updateLaunch = contract(calls.updateLaunch, {
  input: z.strictObject({
    /** Of the token's contract. Null removes it. */
    tokenAddress: optional(
      z.nullable(z.string(TOKEN_WRONG).check(z.trim(), z.regex(/^0x[0-9a-fA-F]{40}$/, TOKEN_WRONG))),
    ),
    chainId: optional(
      z.nullable(z.number(CHAIN_WRONG).check(z.refine((n: number) => Number.isSafeInteger(n) && n > 0, CHAIN_WRONG))),
    ),
    /** ISO 8601 with a zone. Members see it; the freeze itself is a step of an admin. Null removes it. */
    freezeAt: optional(
      z.nullable(z.string(TIME_WRONG).check(z.maxLength(40, TIME_WRONG), z.refine(isInstant, TIME_WRONG))),
    ),
    version,
    ...password,
    companyId,
  }),
  output: launch,
  summary:
    'Changes the token address, the chain id or the freeze date, until the pack is made. What waits is then outdated.',
  recentAuthentication: 'always',
  // Each change outdates a step that waits: one admin would keep the others from every step.
  accountLimit: { name: 'launch-update', max: 10, windowSeconds: 86_400 },
});

const stepInput = { version, ...password, companyId };
const taken = z.object({ state, outcome });

export const collectAddresses = contract(calls.collectAddresses, {
  input: z.strictObject(stepInput),
  output: taken,
  summary: 'Begins to collect wallet addresses: holders without one are reminded every seven days until the freeze.',
  recentAuthentication: 'always',
});

export const freezeLaunch = contract(calls.freezeLaunch, {
  input: z.strictObject(stepInput),
  output: taken,
  summary: 'Locks the sale and all wallet addresses. Refused while a check of the freeze is not ok.',
  recentAuthentication: 'always',
});

const reason = boundedText('a reason', 1, 300);

export const stepBack = contract(calls.stepBack, {
  input: z.strictObject({ reason, ...stepInput }),
  output: taken,
  summary:
    'Goes one step back, with a reason: from the freeze to the collection, or from there to the sale. Not after the pack.',
  recentAuthentication: 'always',
});

export const changeLaunchAddress = contract(calls.changeLaunchAddress, {
  textsWait: true,
  input: z.strictObject({
    userId: uuid,
    walletAddress,
    reason: textToBuyers('a reason', 1, 300),
    ...password,
    companyId,
  }),
  output: z.object({ outcome }),
  summary: "Changes a member's wallet address after the freeze, with a reason. Always waits for a second admin.",
  recentAuthentication: 'always',
});

export const confirmLaunch = contract(calls.confirmLaunch, {
  input: z.strictObject({ id: uuid, ...password, companyId }),
  output: taken,
  summary: 'Confirms and makes a step or a change of an address that another admin has proposed.',
  recentAuthentication: 'always',
});

const closing = { input: z.strictObject({ id: uuid, companyId }), output: z.null() };

export const refuseLaunch = contract(calls.refuseLaunch, {
  ...closing,
  summary: 'Refuses a step or a change of an address that another admin has proposed.',
});

export const withdrawLaunch = contract(calls.withdrawLaunch, {
  ...closing,
  summary: "Withdraws the caller's own step or change of an address while it waits for a second admin.",
});

export const makePack = contract(calls.makePack, {
  input: z.strictObject(stepInput),
  output: z.object({
    /** Null while the step waits for a second admin. */
    packId: z.nullable(z.string()),
    outcome,
  }),
  summary:
    'Begins to make the launch pack off the request path. Refused while a check is not ok. With the pack the launch is PACKED, which is final.',
  creates: true,
  recentAuthentication: 'always',
});

const root = z.string();
const pack = z.extend(packHead, {
  tokenAddress: z.string(),
  chainId: z.number(),
  /** Null until it is ready. */
  holders: z.nullable(z.number()),
  /** What all claims add up to, in the smallest units of the token as text; null until it is ready. */
  totalUnits: z.nullable(z.string()),
  /** `0x` and 64 hex digits; null until it is ready. */
  roots: z.nullable(z.object({ openzeppelin: root, uniswap: root, sablier: root })),
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      /** 64 hex digits. */
      sha256: z.string(),
      /** Relative to the site, for admins. */
      url: z.string(),
    }),
  ),
});
export type LaunchPack = z.output<typeof pack>;

export const getPack = contract(calls.getPack, {
  input: z.object({
    /** Left out: the newest. */
    packId: optional(uuid),
    companyId,
  }),
  output: pack,
  summary: 'Returns how far a launch pack is; once it is ready its roots and files.',
});

export const getPackFile = contract(calls.getPackFile, {
  input: z.object({ packId: uuid, name: boundedText('the name of a file', 1, 100), companyId }),
  output: z.unknown(),
  answers: ['text/csv', 'application/json'],
  summary: 'Returns a file of a launch pack.',
  limits: [{ name: 'exports', max: 120, windowSeconds: 3600 }],
  sensitive: true,
});

const proof = z.array(z.string());
const indexed = z.object({ root, index: z.number(), proof });

export const getClaim = contract(calls.getClaim, {
  input: z.object({}),
  output: z.object({
    /** The wallet that the tokens go to, with the checksum of EIP-55. */
    address: z.string(),
    /** What the wallet claims, in the smallest units of the token as text. */
    amount: z.string(),
    tokenAddress: z.string(),
    chainId: z.number(),
    /** What each kind of contract asks for (docs/launch.md). Proofs go from the leaf to the root. */
    claims: z.object({
      openzeppelin: z.object({ root, proof }),
      uniswap: indexed,
      sablier: indexed,
    }),
  }),
  summary: 'Returns the claim of the own wallet from the launch pack; 404 before the pack, or without stock in it.',
});
