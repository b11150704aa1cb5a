import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const finishSignIn: CallOf<typeof contracts, 'finishSignIn'> = {
  method: 'POST',
  path: '/api/v1/site/auth/factor',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
  success: 'Logged in successfully.',
};

export const requestFactorPasskey: CallOf<typeof contracts, 'requestFactorPasskey'> = {
  method: 'POST',
  path: '/api/v1/site/auth/factor/passkey/options',
  access: 'public',
  from: 'json',
  failure: 'Failed to login',
};

export const getAdminFactors: CallOf<typeof contracts, 'getAdminFactors'> = {
  method: 'GET',
  path: '/api/v1/company/auth/factors/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch your second factors',
};

export const addAdminApp: CallOf<typeof contracts, 'addAdminApp'> = {
  method: 'POST',
  path: '/api/v1/company/auth/factors/app/add',
  access: 'admin',
  from: 'json',
  failure: 'Failed to add the authenticator app',
};

export const confirmAdminApp: CallOf<typeof contracts, 'confirmAdminApp'> = {
  method: 'POST',
  path: '/api/v1/company/auth/factors/app/confirm',
  access: 'admin',
  from: 'json',
  failure: 'Failed to add the authenticator app',
  success: 'Authenticator app added successfully',
};

export const deleteAdminApp: CallOf<typeof contracts, 'deleteAdminApp'> = {
  method: 'DELETE',
  path: '/api/v1/company/auth/factors/app/delete',
  access: 'admin',
  from: 'json',
  failure: 'Failed to remove the authenticator app',
  success: 'Authenticator app removed successfully',
};

export const addAdminRecoveryCodes: CallOf<typeof contracts, 'addAdminRecoveryCodes'> = {
  method: 'POST',
  path: '/api/v1/company/auth/factors/recovery/add',
  access: 'admin',
  from: 'json',
  failure: 'Failed to make recovery codes',
};

export const confirmAdminRecoveryCodes: CallOf<typeof contracts, 'confirmAdminRecoveryCodes'> = {
  method: 'POST',
  path: '/api/v1/company/auth/factors/recovery/confirm',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm the recovery codes',
  success: 'Recovery codes confirmed successfully',
};

export const getSuperAdminFactors: CallOf<typeof contracts, 'getSuperAdminFactors'> = {
  method: 'GET',
  path: '/api/v1/superadmin/auth/factors/get',
  access: 'super',
  from: 'query',
  failure: 'Failed to fetch your second factors',
};

export const addSuperAdminApp: CallOf<typeof contracts, 'addSuperAdminApp'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/factors/app/add',
  access: 'super',
  from: 'json',
  failure: 'Failed to add the authenticator app',
};

export const confirmSuperAdminApp: CallOf<typeof contracts, 'confirmSuperAdminApp'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/factors/app/confirm',
  access: 'super',
  from: 'json',
  failure: 'Failed to add the authenticator app',
  success: 'Authenticator app added successfully',
};

export const deleteSuperAdminApp: CallOf<typeof contracts, 'deleteSuperAdminApp'> = {
  method: 'DELETE',
  path: '/api/v1/superadmin/auth/factors/app/delete',
  access: 'super',
  from: 'json',
  failure: 'Failed to remove the authenticator app',
  success: 'Authenticator app removed successfully',
};

export const addSuperAdminRecoveryCodes: CallOf<typeof contracts, 'addSuperAdminRecoveryCodes'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/factors/recovery/add',
  access: 'super',
  from: 'json',
  failure: 'Failed to make recovery codes',
};

export const confirmSuperAdminRecoveryCodes: CallOf<typeof contracts, 'confirmSuperAdminRecoveryCodes'> = {
  method: 'POST',
  path: '/api/v1/superadmin/auth/factors/recovery/confirm',
  access: 'super',
  from: 'json',
  failure: 'Failed to confirm the recovery codes',
  success: 'Recovery codes confirmed successfully',
};

export const getMemberFactors: CallOf<typeof contracts, 'getMemberFactors'> = {
  method: 'GET',
  path: '/api/v1/user/auth/factors/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch your second factors',
};

export const addMemberApp: CallOf<typeof contracts, 'addMemberApp'> = {
  method: 'POST',
  path: '/api/v1/user/auth/factors/app/add',
  access: 'member',
  from: 'json',
  failure: 'Failed to add the authenticator app',
};

export const confirmMemberApp: CallOf<typeof contracts, 'confirmMemberApp'> = {
  method: 'POST',
  path: '/api/v1/user/auth/factors/app/confirm',
  access: 'member',
  from: 'json',
  failure: 'Failed to add the authenticator app',
  success: 'Authenticator app added successfully',
};

export const deleteMemberApp: CallOf<typeof contracts, 'deleteMemberApp'> = {
  method: 'DELETE',
  path: '/api/v1/user/auth/factors/app/delete',
  access: 'member',
  from: 'json',
  failure: 'Failed to remove the authenticator app',
  success: 'Authenticator app removed successfully',
};

export const addMemberRecoveryCodes: CallOf<typeof contracts, 'addMemberRecoveryCodes'> = {
  method: 'POST',
  path: '/api/v1/user/auth/factors/recovery/add',
  access: 'member',
  from: 'json',
  failure: 'Failed to make recovery codes',
};

export const confirmMemberRecoveryCodes: CallOf<typeof contracts, 'confirmMemberRecoveryCodes'> = {
  method: 'POST',
  path: '/api/v1/user/auth/factors/recovery/confirm',
  access: 'member',
  from: 'json',
  failure: 'Failed to confirm the recovery codes',
  success: 'Recovery codes confirmed successfully',
};
