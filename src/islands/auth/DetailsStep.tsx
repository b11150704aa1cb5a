import { useState } from 'react';
import { OTP_POLICY } from '@/lib/auth/rules.ts';
import { readIndianMobile } from '@/lib/core/phone.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import { SPEC_TEXTS } from '@/lib/core/spec-texts.ts';
import { t } from '@/lib/core/texts.ts';
import { Button } from '../ui/Button.tsx';
import { DateField } from '../ui/DateField.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { rich } from '../ui/rich.ts';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Form } from '../ui/useForm.ts';
import { useRevealed } from '../ui/useRevealed.ts';
import type { Submission } from '../ui/useSubmit.ts';
import type { SentCode } from './codes.ts';
import { Good, NewPasswords } from './NewPasswords.tsx';
import { MobileField, NameField } from './RegisterFields.tsx';
import { ResendCode } from './ResendCode.tsx';
import type { Registration } from './register.ts';
import { useReferral } from './useReferral.ts';

const { digits, ttlSeconds, resendSeconds } = OTP_POLICY.register;
const GENDERS = { male: 'Male', female: 'Female', other: 'Other' } as const;

interface Props {
  form: Form<Registration>;
}

interface DetailsProps extends Props {
  /** The youngest date of birth that is taken, YYYY-MM-DD. */
  bornBy: string;
  /** The referral code came with the link. */
  isInvited: boolean;
  /** The code that was mailed; null where it was requested elsewhere, as in another tab. */
  sent: SentCode | null;
  /** Requests another code. */
  request: Submission;
}

/** The second step: everything of the account, with the code that proves its address. */
export function DetailsStep({ form, bornBy, isInvited, sent, request }: DetailsProps) {
  return (
    <>
      <p className="auth-lead">
        {rich('We sent an OTP of {digits} digits to {email}. It is valid for {minutes} minutes.', {
          digits,
          email: <strong>{form.values.email.trim()}</strong>,
          minutes: ttlSeconds / 60,
        })}
      </p>
      <Requested form={form} />
      <div className="grid gap-1.5">
        <OtpField {...form.field('otp')} label={t('OTP')} length={digits} />
        {sent && (
          <ResendCode sent={sent} seconds={resendSeconds} busy={request.busy} onResend={() => void request.submit()} />
        )}
      </div>
      <DateField
        {...form.field('dateOfBirth')}
        label={t('Date of birth')}
        autoComplete="bday"
        min="1900-01-01"
        max={bornBy}
        required
      />
      {isInvited && <ReferralField form={form} />}
      <MoreFields form={form} isInvited={isInvited} />
      <NewPasswords
        password={form.field('password')}
        confirm={form.field('confirmPassword')}
        labels={[t('Password'), t('Confirm password')]}
        differ={SPEC_TEXTS.passwordsDiffer}
      />
    </>
  );
}

/** What the first step asked for: one line until it has to be changed. */
function Requested({ form }: Props) {
  const [isOpen, setOpen] = useState(false);
  const revealed = useRevealed<HTMLDivElement>(isOpen);
  const { name, mobile, email } = form.values;
  const hasProblem = (['name', 'mobile', 'email'] as const).some((field) => form.field(field).error !== undefined);
  if (hasProblem && !isOpen) setOpen(true);
  if (isOpen)
    return (
      <div className="auth-fields" ref={revealed}>
        <NameField form={form} />
        <MobileField form={form} />
        <TextField
          {...form.field('email')}
          label={t('Email')}
          type="email"
          autoComplete="username"
          hint={t('To use another address, go back to the OTP request.')}
          readOnly
        />
      </div>
    );
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border border-line px-4 py-2">
      <p className="grid min-w-0 text-sm wrap-anywhere">
        <bdi>{name.trim()}</bdi>{' '}
        <span className="tabular-nums">{spacedMobile(readIndianMobile(mobile) ?? mobile.trim())}</span>
      </p>
      {/* For password managers. */}
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <Button look="quiet" onClick={() => setOpen(true)} aria-label={t('Change name or mobile')}>
        {t('Change')}
      </Button>
    </div>
  );
}

/** What nobody has to give. Open once any of it is filled in. */
function MoreFields({ form, isInvited }: Props & { isInvited: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const revealed = useRevealed<HTMLDivElement>(isOpen);
  const { pincode, gender, referralCode } = form.values;
  const isFilled = pincode !== '' || gender !== '' || (!isInvited && referralCode !== '');
  if (isFilled && !isOpen) setOpen(true);
  if (!isOpen)
    return (
      <Button look="quiet" full onClick={() => setOpen(true)}>
        {isInvited ? t('Add pincode or gender (optional)') : t('Add referral code or more (optional)')}
      </Button>
    );
  return (
    <div className="auth-fields" ref={revealed}>
      <TextField
        {...form.field('pincode')}
        label={t('Pincode')}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={20}
        required={false}
      />
      <Select
        {...form.field('gender')}
        label={t('Gender')}
        autoComplete="sex"
        options={Object.entries(GENDERS).map(([value, label]) => ({ value, label: t(label) }))}
        placeholder={t('Prefer not to say')}
        required={false}
      />
      {!isInvited && <ReferralField form={form} />}
    </div>
  );
}

function ReferralField({ form }: Props) {
  const field = form.field('referralCode');
  const exists = useReferral(field.value.trim());
  const unknown =
    exists === false ? t('No active member has this referral code. Please check it or leave it empty.') : '';
  return (
    <TextField
      {...field}
      label={t('Referral code')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={24}
      error={field.error ?? (unknown || undefined)}
      hint={
        exists ? (
          <Good>{t('An active member invites you with this code.')}</Good>
        ) : (
          t('The member ID of the person who invited you.')
        )
      }
      required={false}
    />
  );
}
