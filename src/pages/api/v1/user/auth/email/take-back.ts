import { endpoint } from '@/lib/http/endpoint.ts';
import { takeMoveBack } from '@/lib/members/moves/contract.ts';
import * as service from '@/lib/members/moves/service.ts';

export const ALL = endpoint(takeMoveBack, service.takeMoveBack);
