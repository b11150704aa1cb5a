import { endpoint } from '@/lib/http/endpoint.ts';
import { getPackFile as contract } from '@/lib/launch/contract.ts';
import { getPackFile } from '@/lib/launch/packs/service.ts';

export const ALL = endpoint(contract, getPackFile);
