import { type FormEvent, useEffect, useRef } from 'react';
import type { Profile } from '@/lib/users/contract.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DateField } from '../ui/DateField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { AvatarField } from './AvatarField.tsx';
import { bindSidebar } from './sidebar.ts';
import { useProfileForm } from './useProfileForm.ts';

export interface ProfileFormProps {
  initial: Profile;
  /** The latest birthday of an adult, `YYYY-MM-DD`. */
  bornBefore: string;
}

export function ProfileForm({ initial, bornBefore }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { profile, values, problems, file, progress, busy, set, choose, refusePicture, save } = useProfileForm(initial);
  useEffect(() => bindSidebar(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const wrong = await save();
    if (wrong !== null) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }

  return (
    <form ref={form} className="card grid gap-6" method="post" noValidate onSubmit={submit}>
      <AvatarField
        name={profile.name}
        imageUrl={profile.profileImage?.url ?? null}
        file={file}
        onFile={choose}
        progress={progress}
        error={problems.picture}
        onError={refusePicture}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={values.name}
          onValue={(value) => set('name', value)}
          error={problems.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={profile.email}
          readOnly
          hint="Your email can’t be changed."
        />
        <TextField
          label="Phone"
          name="mobile"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={values.mobile}
          onValue={(value) => set('mobile', value)}
          error={problems.mobile}
        />
        <DateField
          label="Date of birth"
          name="dateOfBirth"
          autoComplete="bday"
          min="1900-01-01"
          max={bornBefore}
          value={values.dateOfBirth}
          onValue={(value) => set('dateOfBirth', value)}
          error={problems.dateOfBirth}
        />
        <TextField
          label="Aadhaar number"
          name="kycDocumentNumber"
          inputMode="numeric"
          autoComplete="off"
          placeholder="12 digits"
          value={values.kycDocumentNumber}
          onValue={(value) => set('kycDocumentNumber', value)}
          onFocus={(event) => values.kycDocumentNumber.startsWith('X') && event.target.select()}
          error={problems.kycDocumentNumber}
          hint="Only its last four digits are kept."
        />
        <TextField
          label="Referral code"
          name="referralCode"
          value={profile.referralCode}
          readOnly
          suffix={<CopyButton text={profile.referralCode} what="Referral code" />}
          hint="Your member ID. It stays the same."
        />
        <div className="sm:col-span-2">
          <TextField
            label="Wallet address"
            required={false}
            name="walletAddress"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="0x…"
            value={values.walletAddress}
            onValue={(value) => set('walletAddress', value.trim())}
            error={problems.walletAddress}
            hint="An EVM address of your own, where the tokens go at launch. Please copy it, never type it."
          />
        </div>
      </div>
      <div className="grid gap-5 border-t border-line pt-6 sm:grid-cols-2">
        <TextField
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={values.password}
          onValue={(value) => set('password', value)}
          error={problems.password}
        />
        <div className="flex items-start sm:mt-[26px] sm:justify-end">
          <Button type="submit" busy={busy} busyText="Saving...">
            Save Changes
          </Button>
        </div>
      </div>
    </form>
  );
}
