import { endpoint } from '@/lib/http/endpoint.ts';
import { changeLaunchAddress } from '@/lib/launch/address/service.ts';
import { changeLaunchAddress as contract } from '@/lib/launch/contract.ts';

export const ALL = endpoint(contract, changeLaunchAddress);
