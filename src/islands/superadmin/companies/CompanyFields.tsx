import type { ReactNode } from 'react';
import { Select } from '@/islands/ui/Select.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import type { Form } from '@/islands/ui/useForm.ts';
import type { CompanyRecord } from '@/lib/superadmin/companies/contract.ts';
import { TOKEN_SYMBOLS } from '@/lib/tokens/contract.ts';
import { SUPPLY_PARTS, SupplyBar } from './SupplyBar.tsx';

export const TEXT_FIELDS = [
  'companyName',
  'companyTitle',
  'tokenName',
  'tokenSymbol',
  'initialPrice',
  'platformChargePercent',
  'totalSupply',
  'privateSupply',
  'publicCellSupply',
  'angelInvestorSupply',
  'founderTeamSupply',
  'airdropSupply',
  'email',
  'mobile',
  'companyAadhaarCard',
  'companyPan',
  'companyAddress',
  'companyPincode',
] as const;
type FieldName = (typeof TEXT_FIELDS)[number] | 'hosts' | 'adminName' | 'adminEmail';
export type CompanyValues = Record<FieldName, string>;

interface CompanyFieldsProps {
  form: Form<CompanyValues>;
  company: CompanyRecord | null;
}

type FieldMaker = (name: FieldName, label: string, more?: object) => ReactNode;

/** The fields of a company in their groups. */
export function CompanyFields({ form, company }: CompanyFieldsProps) {
  const text: FieldMaker = (name, label, more = {}) => (
    <TextField {...form.field(name)} label={label} autoComplete="off" required {...more} />
  );
  const number: FieldMaker = (name, label, more = {}) =>
    text(name, label, { inputMode: 'numeric', maxLength: 20, ...more });
  return (
    <>
      <fieldset>
        <legend>Company</legend>
        {text('companyName', 'Company Name', { maxLength: 120 })}
        {text('companyTitle', 'Company Title', { maxLength: 120 })}
        {text('email', 'Email', { type: 'email', maxLength: 254 })}
        {text('mobile', 'Mobile', { type: 'tel', inputMode: 'tel', maxLength: 40, placeholder: '+91 98765 43210' })}
        {text('companyPan', 'Company PAN', { autoCapitalize: 'characters', maxLength: 10, placeholder: 'ABCCE1234F' })}
        {text('companyAadhaarCard', 'Company Aadhaar Card', {
          inputMode: 'numeric',
          maxLength: 20,
          hint: company?.companyAadhaarCard
            ? 'Leave it as it is shown to keep it.'
            : 'Only the last four digits are stored.',
        })}
        {text('companyAddress', 'Company Address', { maxLength: 300 })}
        {text('companyPincode', 'Company Pincode', { inputMode: 'numeric', maxLength: 20 })}
      </fieldset>
      <TokenFields form={form} company={company} text={text} number={number} />
      <fieldset>
        <legend>Supply</legend>
        {number('totalSupply', 'Total Supply')}
        {SUPPLY_PARTS.map(([name, label]) => (
          <div key={name}>{number(name, label)}</div>
        ))}
        <SupplyBar values={form.values} />
      </fieldset>
      <SiteFields form={form} company={company} text={text} />
    </>
  );
}

function TokenFields({ form, company, text, number }: CompanyFieldsProps & Record<'text' | 'number', FieldMaker>) {
  return (
    <fieldset>
      <legend>Token</legend>
      {text('tokenName', 'Token Name', { maxLength: 60 })}
      {company ? (
        text('tokenSymbol', 'Token Symbol', {
          readOnly: true,
          hint: 'Cannot be changed: it is part of every member ID.',
        })
      ) : (
        <Select
          {...form.field('tokenSymbol')}
          label="Token Symbol"
          placeholder="Select Symbol"
          required
          options={TOKEN_SYMBOLS.map((symbol) => ({ value: symbol, label: symbol }))}
        />
      )}
      {number('initialPrice', 'Initial Price', {
        prefix: '₹',
        inputMode: 'decimal',
        hint: company ? 'Purchases that were made keep their price.' : 'For one token.',
      })}
      {number('platformChargePercent', 'Platform Fees', { suffix: '%', inputMode: 'decimal' })}
    </fieldset>
  );
}

function SiteFields({ form, company, text }: CompanyFieldsProps & { text: FieldMaker }) {
  return (
    <>
      <fieldset>
        <legend>Site</legend>
        <TextArea
          {...form.field('hosts')}
          label="Host names"
          required={false}
          rows={2}
          spellCheck={false}
          placeholder="sale.example.com"
          hint="One per line. The first is used in links and emails. Point its DNS to this server."
        />
      </fieldset>
      {!company && (
        <fieldset>
          <legend>First admin</legend>
          {text('adminName', 'Name', { required: false, maxLength: 100 })}
          {text('adminEmail', 'Email', {
            type: 'email',
            required: false,
            maxLength: 254,
            hint: 'Gets a mail to set a password.',
          })}
        </fieldset>
      )}
    </>
  );
}
