import type { CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

export const getPaymentDetails: CallOf<typeof contracts, 'getPaymentDetails'> = {
  method: 'GET',
  path: '/api/v1/user/package/beneficiary/get',
  access: 'member',
  from: 'query',
  failure: 'Failed to fetch payment details',
};

export const getBeneficiary: CallOf<typeof contracts, 'getBeneficiary'> = {
  method: 'GET',
  path: '/api/v1/admin/beneficiary/get',
  access: 'admin',
  from: 'query',
  failure: 'Failed to fetch beneficiary',
};

export const addBeneficiary: CallOf<typeof contracts, 'addBeneficiary'> = {
  method: 'POST',
  path: '/api/v1/admin/beneficiary/add',
  access: 'admin',
  from: 'json',
  failure: 'Failed to add beneficiary',
  success: 'Beneficiary added successfully',
};

export const updateBeneficiary: CallOf<typeof contracts, 'updateBeneficiary'> = {
  method: 'PUT',
  path: '/api/v1/admin/beneficiary/update',
  access: 'admin',
  from: 'json',
  failure: 'Failed to update beneficiary',
  success: 'Beneficiary updated successfully',
};

export const deleteBeneficiary: CallOf<typeof contracts, 'deleteBeneficiary'> = {
  method: 'DELETE',
  path: '/api/v1/admin/beneficiary/delete',
  access: 'admin',
  from: 'json',
  failure: 'Failed to delete beneficiary',
  success: 'Beneficiary deleted successfully',
};

export const confirmBeneficiary: CallOf<typeof contracts, 'confirmBeneficiary'> = {
  method: 'POST',
  path: '/api/v1/admin/beneficiary/confirm',
  access: 'admin',
  from: 'json',
  failure: 'Failed to confirm the change',
  success: 'Change confirmed successfully',
};

export const refuseBeneficiary: CallOf<typeof contracts, 'refuseBeneficiary'> = {
  method: 'POST',
  path: '/api/v1/admin/beneficiary/refuse',
  access: 'admin',
  from: 'json',
  failure: 'Failed to refuse the change',
  success: 'Change refused',
};

export const withdrawBeneficiary: CallOf<typeof contracts, 'withdrawBeneficiary'> = {
  method: 'POST',
  path: '/api/v1/admin/beneficiary/withdraw',
  access: 'admin',
  from: 'json',
  failure: 'Failed to withdraw the change',
  success: 'Change withdrawn',
};
