/* The calls that confirm whose session it is, which members, admins and super admins have at addresses of their own. */
import { getAdminFactors, getMemberFactors, getSuperAdminFactors } from '@/lib/auth/factors/calls.ts';
import * as passkeys from '@/lib/auth/passkeys/calls.ts';
import {
  reauthenticateAdmin,
  reauthenticateMember,
  reauthenticateSuperAdmin,
} from '@/lib/auth/reauthentication/calls.ts';

export const CONFIRMATIONS = {
  member: {
    getFactors: getMemberFactors,
    byFactor: reauthenticateMember,
    requestPasskey: passkeys.requestMemberPasskeyConfirmation,
    byPasskey: passkeys.reauthenticateMemberByPasskey,
  },
  admin: {
    getFactors: getAdminFactors,
    byFactor: reauthenticateAdmin,
    requestPasskey: passkeys.requestAdminPasskeyConfirmation,
    byPasskey: passkeys.reauthenticateAdminByPasskey,
  },
  super: {
    getFactors: getSuperAdminFactors,
    byFactor: reauthenticateSuperAdmin,
    requestPasskey: passkeys.requestPasskeyConfirmation,
    byPasskey: passkeys.reauthenticateByPasskey,
  },
} as const;
