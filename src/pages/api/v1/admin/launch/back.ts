import { endpoint } from '@/lib/http/endpoint.ts';
import { stepBack as contract } from '@/lib/launch/contract.ts';
import { stepBack } from '@/lib/launch/steps/service.ts';

export const ALL = endpoint(contract, stepBack);
