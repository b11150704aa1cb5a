import { finishSignIn } from '@/lib/auth/factors/contract.ts';
import * as service from '@/lib/auth/factors/sign-in/service.ts';
import { endpoint } from '@/lib/http/endpoint.ts';

export const ALL = endpoint(finishSignIn, service.finishSignIn);
