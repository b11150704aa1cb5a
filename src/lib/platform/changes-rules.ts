/** Two people with the form of one company: what a change changes, and what it would undo without meaning to. */

/** What the form holds, under the names of the wire, as the form calls it. */
export const FORM_LABELS = {
  companyName: 'Company Name',
  companyTitle: 'Company Title',
  tokenName: 'Token Name',
  initialPrice: 'Initial Price',
  platformChargePercent: 'Platform Charge',
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

/** The fields in which two states differ, in the order of the form. */
export function changedFields(a: FormValues, b: FormValues): FormField[] {
  return FIELDS.filter((name) => !isSame(a[name], b[name]));
}

/**
 * A client that names no version sends back every field as its form had it, and nobody knows when that was. A field that
 * would go back to what stood there before somebody else changed it was most likely not meant to change.
 * @param now what stands there
 * @param wanted what would stand there after the change
 * @param earlier what stood in the fields that others changed of late, before they did
 */
export function undoneFields(
  now: FormValues,
  wanted: FormValues,
  earlier: readonly Readonly<Record<string, unknown>>[],
): FormField[] {
  return changedFields(now, wanted).filter((name) =>
    earlier.some((before) => name in before && isSame(before[name], wanted[name])),
  );
}
