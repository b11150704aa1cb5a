import type { ReactNode } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { WORDS } from '@/lib/core/words.ts';
import { DateField } from '../ui/DateField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Form } from './form.ts';
import { mobileHint } from './mobile.ts';
import { NewPasswords } from './NewPasswords.tsx';
import type { Registration } from './register.ts';
import { useReferral } from './useReferral.ts';

const GENDERS = [
  { value: 'male', label: 'Male' },
  { value: 'female', label: 'Female' },
  { value: 'other', label: 'Other' },
];

interface Props {
  form: Form<Registration>;
}

function NameField({ form }: Props) {
  return <TextField {...form.field('name')} label="Name" autoComplete="name" dir="auto" maxLength={100} required />;
}

function MobileField({ form }: Props) {
  return (
    <TextField
      {...form.field('mobile')}
      label="Mobile"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+91 98765 43210"
      hint={mobileHint(form.values.mobile)}
      maxLength={30}
      required
    />
  );
}

/** Name, email and mobile: to whom the code goes. */
export function RequestFields({ form }: Props) {
  return (
    <>
      <NameField form={form} />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="you@example.com"
        hint="We send the OTP to this address."
        required
      />
      <MobileField form={form} />
    </>
  );
}

interface DetailsProps extends Props {
  /** The youngest date of birth that is taken, YYYY-MM-DD. */
  bornBy: string;
  /** Stands under the OTP. */
  resend: ReactNode;
}

/** Everything of the account, with the code that proves its address. */
export function DetailsFields({ form, bornBy, resend }: DetailsProps) {
  return (
    <>
      <NameField form={form} />
      <MobileField form={form} />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        hint="To use another address, go back to the OTP request."
        readOnly
      />
      <div className="auth-code">
        <OtpField {...form.field('otp')} label="OTP" length={OTP_POLICY.register.digits} />
        {resend}
      </div>
      <div className="auth-pair">
        <DateField
          {...form.field('dateOfBirth')}
          label="Date of birth"
          autoComplete="bday"
          min="1900-01-01"
          max={bornBy}
          required
        />
        <TextField
          {...form.field('pincode')}
          label="Pincode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
          required={false}
        />
      </div>
      <Select
        {...form.field('gender')}
        label="Gender"
        autoComplete="sex"
        options={GENDERS}
        placeholder="Prefer not to say"
        required={false}
      />
      <ReferralField form={form} />
      <NewPasswords
        password={form.field('password')}
        confirm={form.field('confirmPassword')}
        labels={['Password', 'Confirm password']}
        differ={WORDS.passwordsDiffer}
      />
    </>
  );
}

function ReferralField({ form }: Props) {
  const field = form.field('referralCode');
  const exists = useReferral(field.value.trim());
  const unknown = exists === false ? 'No active member has this referral code. Please check it or leave it empty.' : '';
  return (
    <TextField
      {...field}
      label="Referral code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
      error={field.error ?? (unknown || undefined)}
      hint={
        exists ? (
          <span className="auth-good">
            <Icon name="check" size={16} />
            An active member invites you with this code.
          </span>
        ) : (
          'The member ID of whoever invited you.'
        )
      }
      required={false}
    />
  );
}
