import { type FormEvent, useId, useState } from 'react';
import { CallError, call, showFailure } from '@/islands/api.ts';
import { useForm } from '@/islands/auth/form.ts';
import { refresh } from '@/islands/data.ts';
import { problemsOf } from '@/islands/problems.ts';
import { toast } from '@/islands/toasts.ts';
import { Button, type ButtonLook } from '@/islands/ui/Button.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import {
  type CompanyRecord,
  deleteCompany,
  inviteAdmin,
  listCompanies,
  pauseCompany,
  resumeCompany,
} from '@/lib/platform/contract.ts';

export type Question = 'pause' | 'resume' | 'delete' | 'invite';

const TEXTS: Readonly<Record<Question, { title: string; verb: string; look: ButtonLook; text: string }>> = {
  pause: {
    title: 'Pause the sale?',
    verb: 'Pause',
    look: 'danger',
    text: 'Nobody can begin a purchase until you resume it. Payments that are under way are still taken for 30 minutes, and what was submitted is decided as ever.',
  },
  resume: { title: 'Resume the sale?', verb: 'Resume', look: 'primary', text: 'Members can buy again at once.' },
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
    text: 'An admin account is made at once; the mail leads to the page where the password is set by a code.',
  },
};
const CONTRACTS = { pause: pauseCompany, resume: resumeCompany, delete: deleteCompany, invite: inviteAdmin };

export interface CompanyQuestionProps {
  ask: Question;
  company: CompanyRecord;
  onClose: () => void;
}

/** What is asked before the state of a company changes. */
export function CompanyQuestion({ ask, company, onClose }: CompanyQuestionProps) {
  const form = useForm({ reason: '', adminName: '', adminEmail: '' });
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const formId = useId();
  const { title, verb, look, text } = TEXTS[ask];
  const { reason, adminName, adminEmail } = form.values;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const input = {
      id: company.id,
      ...(ask === 'pause' && { reason }),
      ...(ask === 'invite' && { adminName, adminEmail }),
    };
    const contract = CONTRACTS[ask];
    const found = problemsOf(contract, input);
    if (found) {
      toast.error(Object.values(found));
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
      refresh(listCompanies);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      size="sm"
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} look={look} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={formId} className="company-question" method="post" noValidate onSubmit={submit}>
        <Refusal text={refusal} />
        <p>
          <strong>{company.companyName}</strong> ({company.tokenSymbol})
        </p>
        {ask === 'pause' && (
          <TextArea
            {...form.field('reason')}
            label="Reason"
            required
            maxLength={300}
            hint="Buyers read it on the buy screen."
          />
        )}
        {ask === 'invite' && (
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
      </form>
    </Modal>
  );
}
