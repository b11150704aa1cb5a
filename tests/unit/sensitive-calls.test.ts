/** Every call of an admin that changes money, access or personal data, or hands out many people, asks whose session it is. */
import { describe, expect, it } from 'vitest';
import type { Contract } from '@/lib/core/contract.ts';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';

/** Why a call of an admin needs no recent proof, however often it is made. */
const FREE: Readonly<Record<string, string>> = {
  // They end what waits for a second admin, and change nothing else.
  refuseAdminChange: 'ends a proposal',
  refuseAnnouncement: 'ends a proposal',
  refuseBeneficiary: 'ends a proposal',
  refuseMessage: 'ends a proposal',
  refuseLaunch: 'ends a proposal',
  refuseSettings: 'ends a proposal',
  withdrawAdminChange: 'ends a proposal',
  withdrawAnnouncement: 'ends a proposal',
  withdrawBeneficiary: 'ends a proposal',
  withdrawMessage: 'ends a proposal',
  withdrawLaunch: 'ends a proposal',
  withdrawReversal: 'ends a proposal',
  withdrawSettings: 'ends a proposal',
  stopAnnouncement: 'sends fewer mails, and has to be quick',
  // Programs: neither gives access nor changes an address, and each pause is mailed.
  pauseWebhook: 'delays notices to a program that was confirmed',
  resumeWebhook: 'sends a confirmed program what it missed',
  replayDelivery: 'sends a confirmed program an id once more',
  // Files and drafts, which another call has to take.
  addMediaAsAdmin: 'stores a file of the admin',
  readMembers: 'reads a file and stores nothing',
  readStatement: 'makes a draft, which importStatement takes',
  // The admin's own.
  addSavedView: 'the admin’s own lists',
  deleteSavedView: 'the admin’s own lists',
  updateMailPreferencesAsAdmin: 'the admin’s own mails',
  readNotificationsAsAdmin: 'the admin’s own notifications',
  readMessagesAsAdmin: 'marks messages as read',
  updateAdminPasskey: 'the name of a passkey',
  logoutAdmin: 'only takes access away',
  endAdminSession: 'only takes access away',
  endOtherAdminSessions: 'only takes access away',
  // They are the proof.
  reauthenticateAdmin: 'asks for the proof itself',
  reauthenticateAdminByPasskey: 'asks for the proof itself',
  requestAdminPasskeyConfirmation: 'begins the proof',
  // Files without mobiles and mail addresses.
  exportLedger: 'quantities with names and member IDs; programs read it by key',
  exportSupply: 'sums of the company',
  getPackFile: 'wallets and quantities, which are published at the launch',
  // Pages of the screens: at most 100 rows, and as many calls as a network may make.
  getBeneficiary: 'accounts of the company, which every buyer sees',
  listAdminChanges: 'a screen of proposals',
  listMatches: 'a page of a screen',
  listMembers: 'a page of a screen',
  getMember: 'one member',
  getTransactionAsAdmin: 'one purchase',
  listTransactionsAsAdmin: 'a page of a screen',
  listLaunchHolders: 'a page of a screen',
  getTransactionStatistics: 'sums, with the accounts of the company',
};

const admins = CALLS.filter(({ contract: { access } }) => access === 'admin');
const isMarked = ({ recentAuthentication, recentAfterMany }: Contract): boolean =>
  recentAuthentication !== undefined || recentAfterMany === true;
const isFile = ({ answers }: Contract): boolean => answers !== undefined;

/** Whether the data of an answer have a field by which a person is reached or paid. */
function namesPeople(schema: unknown, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  const def = (schema as { def?: Record<string, unknown> }).def;
  if (def === undefined) return false;
  const shape = def.shape as Record<string, unknown> | undefined;
  if (shape && ['email', 'mobile', 'accountNumber', 'upi'].some((name) => name in shape)) return true;
  const inner = [def.innerType, def.element, def.in, def.out, def.valueType];
  const parts = [...inner, ...((def.options ?? []) as unknown[]), ...Object.values(shape ?? {})];
  return parts.some((part) => namesPeople(part, seen));
}

const matters = ({ contract }: (typeof admins)[number]): boolean =>
  contract.method !== 'GET' || isFile(contract) || namesPeople(contract.output);

describe('a call of an admin that changes something or hands out people', () => {
  it('is found by its contract', () => {
    const names = admins.filter(matters).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['approvePurchase', 'exportMembers', 'getMember', 'listMembers', 'showRefundAccount']),
    );
    expect(names).not.toContain('getSummary');
  });

  it.each(admins.filter(matters).map((call) => [call.name, call.contract] as const))(
    '%s asks for a recent proof, or has a reason',
    (name, contract) => {
      expect(isMarked(contract) || FREE[name] !== undefined).toBe(true);
    },
  );

  it('has no reason that is outdated', () => {
    const known = new Set(admins.filter((call) => matters(call) && !isMarked(call.contract)).map(({ name }) => name));
    expect(Object.keys(FREE).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ['deletes members', 'deleteMember'],
    ['blocks members', 'setMemberStatus'],
    ['reverses approvals', 'reversePurchase'],
    ['rejects all of a member', 'rejectPurchasesOf'],
    ['imports statements', 'importStatement'],
    ['deletes statements', 'deleteStatement'],
    ['exports purchases', 'exportPurchases'],
    ['exports members', 'exportMembers'],
    ['exports the reconciliation', 'exportReconciliation'],
    ['exports refunds', 'exportRefundList'],
    ['exports rewards', 'exportRewardList'],
    ['exports proposals', 'exportChanges'],
  ])('always asks where it %s', (_, name) => {
    expect(admins.find((call) => call.name === name)?.contract.recentAuthentication).toBe('always');
  });

  it('asks a key for nothing that only a session can prove', () => {
    const asking = CALLS.filter(({ contract: { keyScope, recentAuthentication } }) => keyScope && recentAuthentication);
    expect(asking.map(({ name }) => name)).toEqual([]);
  });
});
