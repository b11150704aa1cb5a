import { type FormEvent, useEffect, useId, useState } from 'react';
import { CallError, call, showFailure } from '@/islands/api.ts';
import { useForm } from '@/islands/auth/form.ts';
import { refresh } from '@/islands/data.ts';
import { problemsOf } from '@/islands/problems.ts';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Icon } from '@/islands/ui/Icon.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { changedFields, FORM_LABELS, type FormField } from '@/lib/platform/changes-rules.ts';
import { addCompany, type CompanyRecord, listCompanies, updateCompany } from '@/lib/platform/contract.ts';
import { TOKEN_SYMBOLS } from '@/lib/tokens/rules.ts';
import { SUPPLY_PARTS, SupplyBar } from './SupplyBar.tsx';

const TEXT_FIELDS = [
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
const TOLD_MAX = 3;
type FieldName = (typeof TEXT_FIELDS)[number] | 'hosts' | 'adminName' | 'adminEmail';
type CompanyValues = Record<FieldName, string>;

function valuesOf(company: CompanyRecord | null): CompanyValues {
  const out: Record<string, string> = { hosts: company?.hosts.join('\n') ?? '', adminName: '', adminEmail: '' };
  for (const name of TEXT_FIELDS) out[name] = company ? String(company[name]) : '';
  if (!company) out.platformChargePercent = '18';
  return out as CompanyValues;
}

/** What is told of wrong fields: each one, or, where so many messages would cover the form, how many more there are. */
function toldOf(problems: readonly string[]): readonly string[] {
  const [first = ''] = problems;
  return problems.length <= TOLD_MAX ? problems : [first, `${problems.length - 1} more fields need a correction.`];
}

function inputOf({ hosts, adminName, adminEmail, ...rest }: CompanyValues, company: CompanyRecord | null) {
  const sent = { ...rest, hosts: hosts.split(/[\s,]+/).filter((it) => it !== '') };
  return company ? { ...sent, id: company.id, version: company.version } : { ...sent, adminName, adminEmail };
}

export interface CompanyModalProps {
  /** Null adds one. */
  company: CompanyRecord | null;
  onClose: () => void;
}

/** All fields of a company; its supply is drawn as it is typed. */
export function CompanyModal({ company, onClose }: CompanyModalProps) {
  const form = useForm(valuesOf(company));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const formId = useId();
  const contract = company ? updateCompany : addCompany;
  const [seen, setSeen] = useState(company);
  const [others, setOthers] = useState<readonly FormField[]>([]);

  // Somebody else was quicker: what was not touched here follows, what was typed stays, and it is said what changed.
  useEffect(() => {
    if (!company || !seen || company.version === seen.version) return;
    const [was, is] = [valuesOf(seen), valuesOf(company)];
    const names = Object.keys(is) as FieldName[];
    form.fill(
      Object.fromEntries(names.filter((name) => form.values[name] === was[name]).map((name) => [name, is[name]])),
    );
    setOthers((before) => [...new Set([...before, ...changedFields(seen, company)])]);
    setSeen(company);
  }, [company, seen, form]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const input = inputOf(form.values, company);
    const found = problemsOf(contract, input);
    if (found) {
      toast.error(toldOf(Object.values(found)));
      form.refuse(found);
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      const { message } = await call(contract, input as never);
      toast.success(message);
      refresh(listCompanies);
      onClose();
    } catch (cause) {
      showFailure(cause);
      if (!(cause instanceof CallError)) throw cause;
      setRefusal(cause.message);
      // What is shown from now on is what is there.
      if (cause.status === 409) refresh(listCompanies);
    } finally {
      setBusy(false);
    }
  }

  const text = (name: FieldName, label: string, more: object = {}) => (
    <TextField {...form.field(name)} label={label} autoComplete="off" required {...more} />
  );
  const number = (name: FieldName, label: string, more: object = {}) =>
    text(name, label, { type: 'number', inputMode: 'numeric', min: 0, step: 1, ...more });

  return (
    <Modal
      open
      size="lg"
      onClose={() => !busy && onClose()}
      title={company ? 'Update Company' : 'Add Company'}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Saving...">
            {company ? 'Update' : 'Add'}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={formId} className="company-form" method="post" noValidate onSubmit={submit}>
        <Refusal text={refusal} />
        {others.length > 0 && (
          <p className="notice" data-tone="warning" role="status">
            <Icon name="info" />
            <span>
              Somebody else has just changed: {others.map((name) => FORM_LABELS[name]).join(', ')}. What you had not
              touched shows what is there now, what you typed has stayed. Please look at these fields before you save.
            </span>
          </p>
        )}
        <fieldset>
          <legend>Company</legend>
          {text('companyName', 'Company Name', { maxLength: 120 })}
          {text('companyTitle', 'Company Title', { maxLength: 120 })}
          {text('email', 'Email', { type: 'email', maxLength: 254 })}
          {text('mobile', 'Mobile', { type: 'tel', inputMode: 'tel', maxLength: 30, placeholder: '+91 98765 43210' })}
          {text('companyPan', 'Company PAN', {
            autoCapitalize: 'characters',
            maxLength: 10,
            placeholder: 'ABCCE1234F',
          })}
          {text('companyAadhaarCard', 'Company Aadhaar Card', {
            inputMode: 'numeric',
            maxLength: 20,
            hint: company?.companyAadhaarCard
              ? 'Left as it is shown, it stays the same.'
              : 'Only its last four digits are kept.',
          })}
          {text('companyAddress', 'Company Address', { maxLength: 300 })}
          {text('companyPincode', 'Company Pincode', { inputMode: 'numeric', maxLength: 7 })}
        </fieldset>
        <fieldset>
          <legend>Token</legend>
          {text('tokenName', 'Token Name', { maxLength: 60 })}
          {company ? (
            text('tokenSymbol', 'Token Symbol', { readOnly: true, hint: 'It stays: member IDs carry it.' })
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
            step: 'any',
            hint: company ? 'Purchases that were made keep their price.' : 'For one token.',
          })}
          {number('platformChargePercent', 'Platform Charge', { suffix: '%', inputMode: 'decimal', step: 'any' })}
        </fieldset>
        <fieldset>
          <legend>Supply</legend>
          {number('totalSupply', 'Total Supply')}
          {SUPPLY_PARTS.map(([name, label]) => (
            <div key={name}>{number(name, label)}</div>
          ))}
          <SupplyBar values={form.values} />
        </fieldset>
        <fieldset>
          <legend>Site</legend>
          <TextArea
            {...form.field('hosts')}
            label="Host names"
            required={false}
            rows={2}
            spellCheck={false}
            placeholder="sale.example.com"
            hint="One a line; the first one stands in links and mails. Its DNS must lead here."
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
      </form>
    </Modal>
  );
}
