/* The calls about one's own sign-in, which members, admins and super admins have at addresses of their own. */
import * as factors from '@/lib/auth/factors/calls.ts';
import * as passkeys from '@/lib/auth/passkeys/calls.ts';
import * as sessions from '@/lib/auth/sessions/calls.ts';
import type { Call } from '@/lib/core/contract.ts';
import type { ConfirmedAccess } from '../session/confirmation.ts';

const ADMIN = {
  getFactors: factors.getAdminFactors,
  addApp: factors.addAdminApp,
  confirmApp: factors.confirmAdminApp,
  deleteApp: factors.deleteAdminApp,
  addRecoveryCodes: factors.addAdminRecoveryCodes,
  confirmRecoveryCodes: factors.confirmAdminRecoveryCodes,
  listPasskeys: passkeys.listAdminPasskeys,
  requestPasskey: passkeys.requestAdminPasskey,
  addPasskey: passkeys.addAdminPasskey,
  updatePasskey: passkeys.updateAdminPasskey,
  deletePasskey: passkeys.deleteAdminPasskey,
  listSessions: sessions.listAdminSessions,
  endSession: sessions.endAdminSession,
  endOtherSessions: sessions.endOtherAdminSessions,
};

export type OwnCalls = { readonly [Name in keyof typeof ADMIN]: Pick<(typeof ADMIN)[Name], keyof Call> };

const MEMBER: OwnCalls = {
  getFactors: factors.getMemberFactors,
  addApp: factors.addMemberApp,
  confirmApp: factors.confirmMemberApp,
  deleteApp: factors.deleteMemberApp,
  addRecoveryCodes: factors.addMemberRecoveryCodes,
  confirmRecoveryCodes: factors.confirmMemberRecoveryCodes,
  listPasskeys: passkeys.listMemberPasskeys,
  requestPasskey: passkeys.requestMemberPasskey,
  addPasskey: passkeys.addMemberPasskey,
  updatePasskey: passkeys.updateMemberPasskey,
  deletePasskey: passkeys.deleteMemberPasskey,
  listSessions: sessions.listSessions,
  endSession: sessions.endSession,
  endOtherSessions: sessions.endOtherSessions,
};

const SUPER: OwnCalls = {
  getFactors: factors.getSuperAdminFactors,
  addApp: factors.addSuperAdminApp,
  confirmApp: factors.confirmSuperAdminApp,
  deleteApp: factors.deleteSuperAdminApp,
  addRecoveryCodes: factors.addSuperAdminRecoveryCodes,
  confirmRecoveryCodes: factors.confirmSuperAdminRecoveryCodes,
  listPasskeys: passkeys.listPasskeys,
  requestPasskey: passkeys.requestPasskey,
  addPasskey: passkeys.addPasskey,
  updatePasskey: passkeys.updatePasskey,
  deletePasskey: passkeys.deletePasskey,
  listSessions: sessions.listSuperAdminSessions,
  endSession: sessions.endSuperAdminSession,
  endOtherSessions: sessions.endOtherSuperAdminSessions,
};

const BY_ACCESS: Readonly<Record<ConfirmedAccess, OwnCalls>> = { member: MEMBER, admin: ADMIN, super: SUPER };

export const callsOf = (access: ConfirmedAccess): OwnCalls => BY_ACCESS[access];
