import { contract } from '../core/contract.ts';
import { companyId } from '../core/fields.ts';
import { out } from '../core/wire.ts';
import * as z from '../core/zod.ts';
import * as calls from './calls.ts';

export const getPlatform = contract(calls.getPlatform, {
  input: z.object({ companyId }),
  output: z.object({ platformChargePercent: out.percent }),
  summary: 'Gives the platform fees in per cent of the order amount.',
});
