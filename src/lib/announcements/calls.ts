import type { CallFacts, CallOf } from '../core/contract.ts';
import type * as contracts from './contract.ts';

const BASE = '/api/v1/admin/announcements';
const write = (verb: string, failure: string, success: string): CallFacts => ({
  method: 'POST',
  path: `${BASE}/${verb}`,
  access: 'admin',
  from: 'json',
  failure,
  success,
});

export const listAnnouncements: CallOf<typeof contracts, 'listAnnouncements'> = {
  method: 'GET',
  path: `${BASE}/list`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the announcements',
};
export const countRecipients: CallOf<typeof contracts, 'countRecipients'> = {
  method: 'GET',
  path: `${BASE}/count`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to count the members',
};
export const sendAnnouncement: CallOf<typeof contracts, 'sendAnnouncement'> = write(
  'send',
  'Failed to send the announcement',
  'The announcement is being sent',
);
export const confirmAnnouncement: CallOf<typeof contracts, 'confirmAnnouncement'> = write(
  'confirm',
  'Failed to confirm the announcement',
  'The announcement is being sent',
);
export const refuseAnnouncement: CallOf<typeof contracts, 'refuseAnnouncement'> = write(
  'refuse',
  'Failed to refuse the announcement',
  'Announcement refused',
);
export const withdrawAnnouncement: CallOf<typeof contracts, 'withdrawAnnouncement'> = write(
  'withdraw',
  'Failed to withdraw the announcement',
  'Announcement withdrawn',
);
export const stopAnnouncement: CallOf<typeof contracts, 'stopAnnouncement'> = write(
  'stop',
  'Failed to stop the announcement',
  'Announcement stopped',
);
