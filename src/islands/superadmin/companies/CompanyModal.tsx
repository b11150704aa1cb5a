import { useState } from 'react';
import { call } from '@/islands/api.ts';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { Icon } from '@/islands/ui/Icon.tsx';
import { useFollowRecord } from '@/islands/ui/useFollowRecord.ts';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { changedFields, FORM_LABELS, type FormField } from '@/lib/superadmin/companies/conflicts.rules.ts';
import { addCompany, type CompanyRecord, listCompanies, updateCompany } from '@/lib/superadmin/companies/contract.ts';
import { CompanyFields, type CompanyValues, TEXT_FIELDS } from './CompanyFields.tsx';

function valuesOf(company: CompanyRecord | null): CompanyValues {
  const out: Record<string, string> = { hosts: company?.hosts.join('\n') ?? '', adminName: '', adminEmail: '' };
  for (const name of TEXT_FIELDS) out[name] = company ? String(company[name]) : '';
  if (!company) out.platformChargePercent = '18';
  return out as CompanyValues;
}

/** The messages of wrong fields: each one, or how many there are besides the first. */
function inputOf({ hosts, adminName, adminEmail, ...rest }: CompanyValues, company: CompanyRecord | null) {
  const sent = { ...rest, hosts: hosts.split(/[\s,]+/).filter((host) => host !== '') };
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
  const contract = company ? updateCompany : addCompany;
  const input = inputOf(form.values, company);
  const [others, setOthers] = useState<readonly FormField[]>([]);

  useFollowRecord(company, form, valuesOf, (before, after) =>
    setOthers((all) => [...new Set([...all, ...changedFields(before, after)])]),
  );

  const submission = useSubmit({
    form,
    check: () => problemsOf(contract, input),
    send: () => call(contract, input as never),
    refreshes: [listCompanies],
    onDone: onClose,
  });

  return (
    <FormModal
      submission={submission}
      size="lg"
      title={company ? 'Update Company' : 'Add Company'}
      verb={company ? 'Update' : 'Add'}
      busyText="Saving..."
      className="fieldsets"
      onClose={onClose}
    >
      {others.length > 0 && (
        <p className="notice" data-tone="warning" role="status">
          <Icon name="info" />
          <span>
            Somebody else has just changed: {others.map((name) => FORM_LABELS[name]).join(', ')}. Fields that you had
            not edited show the current values; what you typed is unchanged. Please look at these fields before you
            save.
          </span>
        </p>
      )}
      <CompanyFields form={form} company={company} />
    </FormModal>
  );
}
