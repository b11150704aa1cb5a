import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

export const listCompanies: CallOf<typeof contracts, 'listCompanies'> = {
  method: 'GET',
  path: '/api/v1/superadmin/company/list',
  access: 'super',
  from: 'query',
  failure: 'Failed to fetch companies',
};

export const addCompany: CallOf<typeof contracts, 'addCompany'> = {
  method: 'POST',
  path: '/api/v1/superadmin/company/add',
  access: 'super',
  from: 'json',
  failure: 'Failed to add the company',
  success: 'Company added successfully',
};

export const updateCompany: CallOf<typeof contracts, 'updateCompany'> = {
  method: 'PUT',
  path: '/api/v1/superadmin/company/update',
  access: 'super',
  from: 'json',
  failure: 'Failed to update the company',
  success: 'Company updated successfully',
};

export const deleteCompany: CallOf<typeof contracts, 'deleteCompany'> = {
  method: 'DELETE',
  path: '/api/v1/superadmin/company/delete',
  access: 'super',
  from: 'json',
  failure: 'Failed to delete the company',
  success: 'Company deleted successfully',
};

export const pauseCompany: CallOf<typeof contracts, 'pauseCompany'> = {
  method: 'POST',
  path: '/api/v1/superadmin/company/pause',
  access: 'super',
  from: 'json',
  failure: 'Failed to pause the sale',
  success: 'Sale paused',
};

export const resumeCompany: CallOf<typeof contracts, 'resumeCompany'> = {
  method: 'POST',
  path: '/api/v1/superadmin/company/resume',
  access: 'super',
  from: 'json',
  failure: 'Failed to resume the sale',
  success: 'Sale resumed',
};

export const inviteAdmin: CallOf<typeof contracts, 'inviteAdmin'> = {
  method: 'POST',
  path: '/api/v1/superadmin/company/invite',
  access: 'super',
  from: 'json',
  failure: 'Failed to invite the admin',
  success: 'Invitation sent',
};

export const endAdminSessions: CallOf<typeof contracts, 'endAdminSessions'> = {
  method: 'POST',
  path: '/api/v1/superadmin/company/end-sessions',
  access: 'super',
  from: 'json',
  failure: 'Failed to sign the admins out',
  success: 'All admins of the company are signed out.',
};
