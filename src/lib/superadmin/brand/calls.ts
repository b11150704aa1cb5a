import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const getBrand: CallOf<typeof contracts, 'getBrand'> = {
  method: 'GET',
  path: '/api/v1/superadmin/company/brand/get',
  access: 'super',
  from: 'query',
  failure: 'Failed to fetch the brand',
};

export const updateBrand: CallOf<typeof contracts, 'updateBrand'> = {
  method: 'PUT',
  path: '/api/v1/superadmin/company/brand/update',
  access: 'super',
  from: 'json',
  failure: 'Failed to update the brand',
  success: 'Brand updated successfully',
};
