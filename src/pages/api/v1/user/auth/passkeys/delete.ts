import { deleteMemberPasskey } from '@/lib/auth/passkeys/contract.ts';
import * as service from '@/lib/auth/passkeys/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(deleteMemberPasskey, service.deletePasskey);
