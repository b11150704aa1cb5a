import { withdrawAnnouncement } from '@/lib/announcements/contract.ts';
import * as service from '@/lib/announcements/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(withdrawAnnouncement, service.withdrawAnnouncement);
