import { endpoint } from '@/lib/http/endpoint.ts';
import { getProof } from '@/lib/ledger/proof/contract.ts';
import * as service from '@/lib/ledger/proof/service.ts';

export const ALL = endpoint(getProof, service.getProof);
