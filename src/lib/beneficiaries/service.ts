/** The accounts that a company is paid to: what a buyer pays to, and what an admin keeps. */
import { checkCompany } from '../companies/service.ts';
import type { InputOf, OutputOf } from '../core/contract.ts';
import { notFound } from '../core/errors.ts';
import type { Db } from '../db/client.ts';
import type { BeneficiarySnapshot } from '../db/schema.ts';
import type { Result, Scope } from '../scope.ts';
import type { getBeneficiary as AdminContract, Beneficiary, getPaymentDetails as Details } from './contract.ts';
import * as store from './store.ts';

const NONE: Beneficiary = {
  id: '',
  holderName: '',
  bankName: '',
  branch: '',
  accountNumber: '',
  ifscCode: '',
  upi: '',
};

export async function getPaymentDetails(
  scope: Scope,
  input: InputOf<typeof Details>,
): Promise<Result<OutputOf<typeof Details>>> {
  checkCompany(scope, input.companyId);
  const active = await store.listActive(scope.db, scope.company.id);
  const banks = active.filter((it) => it.bankName !== '' && it.accountNumber !== '');
  const upis = active.filter((it) => it.upi !== '');
  return { data: { ...(active[0] ?? NONE), banks, upis } };
}

export async function getBeneficiary(
  scope: Scope,
  input: InputOf<typeof AdminContract>,
): Promise<Result<OutputOf<typeof AdminContract>>> {
  checkCompany(scope, input.companyId);
  const beneficiaries = await store.listActive(scope.db, scope.company.id);
  return { data: { ...(beneficiaries[0] ?? NONE), beneficiaries } };
}

/**
 * The account that a buyer was shown, to be kept with the purchase: one that was switched off meanwhile still counts, for
 * the money has gone there. Without an id the primary one; null when the company has none.
 * @throws ApiError not_found for an id that is not the company's
 */
export async function payeeOf(db: Db, companyId: string, id: string | undefined): Promise<BeneficiarySnapshot | null> {
  const found = await store.findOne(db, companyId, id ?? null);
  if (!found && id !== undefined) throw notFound('Beneficiary');
  return found;
}
