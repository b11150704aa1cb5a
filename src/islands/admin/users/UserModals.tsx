import { type FormEvent, type ReactNode, useId } from 'react';
import { type CallError, call } from '@/islands/api.ts';
import { type Form, useForm, type Values } from '@/islands/auth/form.ts';
import { problemsOf } from '@/islands/problems.ts';
import { toast } from '@/islands/toasts.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Modal } from '@/islands/ui/Modal.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { Select } from '@/islands/ui/Select.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import type { Contract } from '@/lib/core/contract.ts';
import {
  ACCOUNT_STATUSES,
  addMember,
  EMAIL_TAKEN,
  listMembers,
  type MemberRow,
  ROLES,
  updateMember,
} from '@/lib/members/contract.ts';
import { useChange } from './useChange.ts';

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));
const STATUS_LABELS = { ACTIVE: 'Active', INACTIVE: 'Inactive', BLOCKED: 'Blocked' };
const STATUS_OPTIONS = ACCOUNT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

interface FrameProps<T extends Values> {
  title: string;
  submitText: string;
  form: Form<T>;
  contract: Contract;
  /** What is sent of what was typed. */
  inputOf: (values: T) => object;
  reads?: readonly Contract[];
  onClose: () => void;
  onDone?: (() => void) | undefined;
  children: ReactNode;
}

/** What both forms do: check, send once, keep what was typed until it is done. */
function UserForm<T extends Values>({
  title,
  submitText,
  form,
  contract,
  inputOf,
  reads = [],
  onClose,
  onDone,
  children,
}: FrameProps<T>) {
  const id = useId();
  const { busy, failure, send } = useChange(listMembers, ...reads);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const input = inputOf(form.values);
    const problems = problemsOf(contract, input);
    if (problems) {
      toast.error(Object.values(problems));
      form.refuse(problems as never);
      return;
    }
    const mark = (why: CallError): void => {
      if (why.messages.includes(EMAIL_TAKEN)) form.refuse({ email: EMAIL_TAKEN } as never);
    };
    if (!(await send(() => call(contract, input as never), mark))) return;
    onClose();
    onDone?.();
  }

  const isOfField = failure?.messages.includes(EMAIL_TAKEN) ?? false;
  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button look="secondary" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={busy}>
            {submitText}
          </Button>
        </>
      }
    >
      <form ref={form.ref} id={id} className="user-form" method="post" noValidate onSubmit={submit}>
        <Refusal text={isOfField ? null : failure?.message} />
        {children}
      </form>
    </Modal>
  );
}

function PersonFields<T extends Values>({ form }: { form: Form<T> }) {
  const off = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextField {...form.field('name')} label="Name" {...off} />
      <TextField {...form.field('mobile')} label="Mobile" type="tel" inputMode="tel" {...off} />
      <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoCapitalize="none" {...off} />
    </>
  );
}

function RoleField<T extends Values>({ form, hint }: { form: Form<T>; hint?: string | undefined }) {
  return (
    <Select
      {...form.field('role')}
      label="Role"
      placeholder="Select Role"
      options={ROLE_OPTIONS}
      hint={hint}
      required
    />
  );
}

export interface AddUserModalProps {
  onClose: () => void;
  onDone?: () => void;
}

export function AddUserModal({ onClose, onDone }: AddUserModalProps) {
  const form = useForm({ name: '', mobile: '', email: '', role: '', password: '' });
  return (
    <UserForm
      title="Add New User"
      submitText="Add"
      form={form}
      contract={addMember}
      inputOf={(values) => values}
      onClose={onClose}
      onDone={onDone}
    >
      <PersonFields form={form} />
      <RoleField form={form} hint={form.values.role === 'ADMIN' ? 'An admin can do all that you can.' : undefined} />
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. The user is invited by mail to set their own."
      />
    </UserForm>
  );
}

export interface UpdateUserModalProps extends AddUserModalProps {
  member: MemberRow;
  reads?: readonly Contract[];
}

export function UpdateUserModal({ member, reads = [], onClose, onDone }: UpdateUserModalProps) {
  const { name, mobile, email, role, status } = member;
  const form = useForm<Record<'name' | 'mobile' | 'email' | 'role' | 'status', string>>({
    name,
    mobile,
    email,
    role,
    status,
  });
  const { values } = form;
  return (
    <UserForm
      title="Update User"
      submitText="Update"
      form={form}
      contract={updateMember}
      inputOf={(typed) => ({ ...typed, id: member.id, updatedAt: member.updatedAt })}
      reads={reads}
      onClose={onClose}
      onDone={onDone}
    >
      <RoleField
        form={form}
        hint={values.role === role ? undefined : 'The user is signed out everywhere and told by mail.'}
      />
      <PersonFields form={form} />
      <Select
        {...form.field('status')}
        label="Status"
        options={STATUS_OPTIONS}
        hint={
          values.status === status || values.status === 'ACTIVE'
            ? undefined
            : 'The user is signed out everywhere at once and can’t sign in.'
        }
      />
    </UserForm>
  );
}
