/** Two people edit the same company: finds the fields that a change would undo by mistake. */

/** The labels of the form by field of the API. */
export const FORM_LABELS = {
  companyName: 'Company Name',
  companyTitle: 'Company Title',
  tokenName: 'Token Name',
  initialPrice: 'Initial Price',
  platformChargePercent: 'Platform Fees',
  totalSupply: 'Total Supply',
  privateSupply: 'Private Supply',
  publicCellSupply: 'Public Cell Supply',
  angelInvestorSupply: 'Angel Investor Supply',
  founderTeamSupply: 'Founder Team Supply',
  airdropSupply: 'Airdrop Supply',
  email: 'Email',
  mobile: 'Mobile',
  companyAadhaarCard: 'Company Aadhaar Card',
  companyPan: 'Company PAN',
  companyAddress: 'Company Address',
  companyPincode: 'Company Pincode',
  hosts: 'Host names',
} as const;
export type FormField = keyof typeof FORM_LABELS;
export type FormValues = Readonly<Record<FormField, unknown>>;

const FIELDS = Object.keys(FORM_LABELS) as FormField[];
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The fields that differ, in the order of the form. */
export function changedFields(a: FormValues, b: FormValues): FormField[] {
  return FIELDS.filter((name) => !isSame(a[name], b[name]));
}

/**
 * A client that sends no version sends every field as its form had it, from an unknown time. A field that would return to
 * the value before somebody else's change was probably not meant to change.
 * @param current the stored values
 * @param wanted the values after the change
 * @param earlier the values before the recent changes of others, one entry per change
 */
export function undoneFields(
  current: FormValues,
  wanted: FormValues,
  earlier: readonly Readonly<Record<string, unknown>>[],
): FormField[] {
  return changedFields(current, wanted).filter((name) =>
    earlier.some((before) => name in before && isSame(before[name], wanted[name])),
  );
}
