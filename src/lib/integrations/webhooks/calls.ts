import type { CallOf } from '../../core/contract.ts';
import type * as contracts from './contract.ts';

/** Of a company. */
export const WEBHOOKS_MAX = 5;
/** After a rotation both secrets sign so long. */
export const ROTATION_HOURS = 24;
export const DELIVERY_STATES = ['WAITING', 'DELIVERED', 'FAILED'] as const;
/** Deliveries are counted up to so many. */
export const DELIVERIES_FOUND_MAX = 10_000;

const BASE = '/api/v1/admin/integrations/webhooks';

export const listWebhooks: CallOf<typeof contracts, 'listWebhooks'> = {
  method: 'GET',
  path: `${BASE}/list`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the webhooks',
};

export const addWebhook: CallOf<typeof contracts, 'addWebhook'> = {
  method: 'POST',
  path: `${BASE}/add`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to add the webhook',
  success: 'Webhook added. Copy its secret now: it is shown only once.',
};

export const updateWebhook: CallOf<typeof contracts, 'updateWebhook'> = {
  method: 'PUT',
  path: `${BASE}/update`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to change the webhook',
  success: 'Webhook changed',
};

export const pauseWebhook: CallOf<typeof contracts, 'pauseWebhook'> = {
  method: 'POST',
  path: `${BASE}/pause`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to pause the webhook',
  success: 'Webhook paused',
};

export const resumeWebhook: CallOf<typeof contracts, 'resumeWebhook'> = {
  method: 'POST',
  path: `${BASE}/resume`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to resume the webhook',
  success: 'Webhook resumed',
};

export const rotateWebhook: CallOf<typeof contracts, 'rotateWebhook'> = {
  method: 'POST',
  path: `${BASE}/rotate`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to make another secret',
  success: `New secret made. Copy it now: it is shown only once. The old one signs too for ${ROTATION_HOURS} hours.`,
};

export const deleteWebhook: CallOf<typeof contracts, 'deleteWebhook'> = {
  method: 'DELETE',
  path: `${BASE}/delete`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to delete the webhook',
  success: 'Webhook deleted',
};

export const listDeliveries: CallOf<typeof contracts, 'listDeliveries'> = {
  method: 'GET',
  path: `${BASE}/deliveries`,
  access: 'admin',
  from: 'query',
  failure: 'Failed to load the deliveries',
};

export const replayDelivery: CallOf<typeof contracts, 'replayDelivery'> = {
  method: 'POST',
  path: `${BASE}/replay`,
  access: 'admin',
  from: 'json',
  failure: 'Failed to send the event again',
  success: 'The event is sent again',
};
