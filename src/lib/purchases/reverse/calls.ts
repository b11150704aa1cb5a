import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const reversePurchase: CallOf<typeof contracts, 'reversePurchase'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/reverse',
  access: 'admin',
  from: 'json',
  failure: 'Failed to reverse the purchase',
  success: 'Purchase reversed successfully',
};

export const withdrawReversal: CallOf<typeof contracts, 'withdrawReversal'> = {
  method: 'POST',
  path: '/api/v1/admin/transaction/reverse/withdraw',
  access: 'admin',
  from: 'json',
  failure: 'Failed to withdraw the reversal',
  success: 'Reversal withdrawn',
};
