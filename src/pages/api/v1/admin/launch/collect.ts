import { endpoint } from '@/lib/http/endpoint.ts';
import { collectAddresses as contract } from '@/lib/launch/contract.ts';
import { collectAddresses } from '@/lib/launch/steps/service.ts';

export const ALL = endpoint(contract, collectAddresses);
