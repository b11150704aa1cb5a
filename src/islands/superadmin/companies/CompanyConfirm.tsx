import { call } from '@/islands/api.ts';
import type { ButtonLook } from '@/islands/ui/Button.tsx';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import {
  type CompanyRecord,
  deleteCompany,
  endAdminSessions,
  inviteAdmin,
  listCompanies,
  pauseCompany,
  resumeCompany,
} from '@/lib/superadmin/companies/contract.ts';

export type Question = 'pause' | 'resume' | 'delete' | 'invite' | 'sign-out';

const TEXTS: Readonly<Record<Question, { title: string; verb: string; look: ButtonLook; text: string }>> = {
  pause: {
    title: 'Pause the sale?',
    verb: 'Pause',
    look: 'danger',
    text: 'Nobody can begin a purchase until you resume it. Buyers who are already paying have 30 minutes to send their proof. Submitted payments can still be approved or rejected.',
  },
  resume: { title: 'Resume the sale?', verb: 'Resume', look: 'primary', text: 'Members can buy again immediately.' },
  delete: {
    title: 'Aye you sure, you want to Delete?',
    verb: 'Confirm',
    look: 'danger',
    text: 'Only a company without members and purchases can be deleted. Its audit trail stays.',
  },
  invite: {
    title: 'Invite an admin',
    verb: 'Invite',
    look: 'primary',
    text: 'An admin account is made immediately; the mail leads to the page where the password is set with a code.',
  },
  'sign-out': {
    title: 'Sign all admins out?',
    verb: 'Sign out',
    look: 'danger',
    text: 'Every session of every admin of this company ends immediately, on all devices. They can log in again.',
  },
};
const CONTRACTS = {
  pause: pauseCompany,
  resume: resumeCompany,
  delete: deleteCompany,
  invite: inviteAdmin,
  'sign-out': endAdminSessions,
};

export interface CompanyConfirmProps {
  question: Question;
  company: CompanyRecord;
  onClose: () => void;
}

/** The question before the state of a company changes. */
export function CompanyConfirm({ question, company, onClose }: CompanyConfirmProps) {
  const form = useForm({ reason: '', adminName: '', adminEmail: '' });
  const { title, verb, look, text } = TEXTS[question];
  const { reason, adminName, adminEmail } = form.values;
  const contract = CONTRACTS[question];
  const input = {
    id: company.id,
    ...(question === 'pause' && { reason }),
    ...(question === 'invite' && { adminName, adminEmail }),
  };
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
      size="sm"
      title={title}
      verb={verb}
      look={look}
      className="grid gap-4"
      onClose={onClose}
    >
      <p>
        <strong>{company.companyName}</strong> ({company.tokenSymbol})
      </p>
      {question === 'pause' && (
        <TextArea
          {...form.field('reason')}
          label="Reason"
          required
          maxLength={300}
          hint="Buyers read it on the buy screen."
        />
      )}
      {question === 'invite' && (
        <>
          <TextField {...form.field('adminName')} label="Name" required maxLength={100} autoComplete="off" />
          <TextField
            {...form.field('adminEmail')}
            label="Email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
          />
        </>
      )}
      <p className="text-sm text-muted">{text}</p>
    </FormModal>
  );
}
