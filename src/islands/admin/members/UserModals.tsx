import { call } from '@/islands/api.ts';
import { FormModal } from '@/islands/ui/FormModal.tsx';
import { problemsOf } from '@/islands/ui/form-problems.ts';
import { Select } from '@/islands/ui/Select.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { type Form, useForm, type Values } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import type { Call, SentOf } from '@/lib/core/contract.ts';
import { ACCOUNT_STATUSES, ROLES } from '@/lib/members/calls.ts';
import { addMember, listMembers, type MemberRow, updateMember } from '@/lib/members/contract.ts';
import { listAdminChanges } from '@/lib/members/proposals/calls.ts';

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));
const STATUS_LABELS = { ACTIVE: 'Active', INACTIVE: 'Inactive', BLOCKED: 'Blocked' };
const STATUS_OPTIONS = ACCOUNT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

const SIGNED_OUT = 'The user is signed out everywhere and notified by mail.';

function PersonFields<T extends Values>({ form, emailHint }: { form: Form<T>; emailHint?: string | undefined }) {
  const off = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <>
      <TextField {...form.field('name')} label="Name" {...off} />
      <TextField {...form.field('mobile')} label="Mobile" type="tel" inputMode="tel" {...off} />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoCapitalize="none"
        hint={emailHint}
        {...off}
      />
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

export function AddUserModal({ onClose }: { onClose: () => void }) {
  const form = useForm({ name: '', mobile: '', email: '', role: '', password: '' });
  const submission = useSubmit({
    form,
    check: () => problemsOf(addMember, form.values),
    // `role` was checked to be one.
    send: () => call(addMember, form.values as SentOf<typeof addMember>),
    refreshes: [listMembers, listAdminChanges],
    onDone: onClose,
  });
  return (
    <FormModal submission={submission} title="Add New User" verb="Add" className="grid gap-4" onClose={onClose}>
      <PersonFields form={form} />
      <RoleField
        form={form}
        hint={form.values.role === 'ADMIN' ? 'An admin can do everything that you can do.' : undefined}
      />
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. It works for 7 days. The user is invited by mail to set their own."
      />
    </FormModal>
  );
}

export interface UpdateUserModalProps {
  member: MemberRow;
  /** What shows the account besides the list. */
  refreshes?: readonly Call[];
  onClose: () => void;
}

export function UpdateUserModal({ member, refreshes = [], onClose }: UpdateUserModalProps) {
  const { name, mobile, email, role, status } = member;
  const form = useForm<Record<'name' | 'mobile' | 'email' | 'role' | 'status', string>>({
    name,
    mobile,
    email,
    role,
    status,
  });
  const { values } = form;
  const input = { ...values, id: member.id, updatedAt: member.updatedAt };
  const submission = useSubmit({
    form,
    check: () => problemsOf(updateMember, input),
    send: () => call(updateMember, input as SentOf<typeof updateMember>),
    refreshes: [listMembers, listAdminChanges, ...refreshes],
    onDone: onClose,
  });
  return (
    <FormModal submission={submission} title="Update User" verb="Update" className="grid gap-4" onClose={onClose}>
      <RoleField form={form} hint={values.role === role ? undefined : SIGNED_OUT} />
      <PersonFields form={form} emailHint={values.email === email ? undefined : SIGNED_OUT} />
      <Select
        {...form.field('status')}
        label="Status"
        options={STATUS_OPTIONS}
        hint={
          values.status === status || values.status === 'ACTIVE'
            ? undefined
            : 'The user is signed out everywhere immediately and can’t sign in.'
        }
      />
    </FormModal>
  );
}
