import type { Profile } from '@/lib/accounts/contract.ts';
import { t } from '@/lib/core/texts.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { DateField } from '../ui/DateField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useHydrated } from '../ui/useForm.ts';
import { useLazyComponent } from '../useLazyComponent.ts';
import { AvatarField } from './AvatarField.tsx';
import { useProfileForm } from './useProfileForm.ts';
import { useSidebarProfile } from './useSidebarProfile.ts';

export interface ProfileFormProps {
  initial: Profile;
  /** The latest birthday of an adult, `YYYY-MM-DD`. */
  bornBefore: string;
}

export function ProfileForm({ initial, bornBefore }: ProfileFormProps) {
  const hydrated = useHydrated();
  const { profile, form, picture, busy, submit, refusePicture } = useProfileForm(initial);
  useSidebarProfile();

  return (
    <form ref={form.ref} className="card flex flex-col gap-6" method="post" noValidate onSubmit={submit}>
      <AvatarField
        name={profile.name}
        imageUrl={profile.profileImage?.url ?? null}
        file={picture.file}
        onFile={picture.choose}
        progress={picture.progress}
        error={form.field('picture').error}
        onError={refusePicture}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <PersonFields form={form} profile={profile} bornBefore={bornBefore} />
        <WalletField form={form} />
      </div>
      <div className="gap-5 border-line max-sm:contents sm:grid sm:grid-cols-2 sm:border-t sm:pt-6">
        <TextField
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
          {...form.field('password')}
        />
        <div className="save-bar flex items-start max-sm:grid sm:mt-[26px]">
          <Button type="submit" disabled={!hydrated} busy={busy} busyText={t('Saving...')}>
            {t('Save Changes')}
          </Button>
        </div>
      </div>
    </form>
  );
}

type Form = ReturnType<typeof useProfileForm>['form'];

/** As high as the hint that is still loading: that of an Indian number is short. */
const pendingHint = (typed: string): string =>
  /^\s*\+(?!\s*91)/.test(typed) ? t('For a number outside India, begin with + and its country code.') : '\u00a0';

interface PersonFieldsProps {
  form: Form;
  profile: Profile;
  bornBefore: string;
}

function PersonFields({ form, profile, bornBefore }: PersonFieldsProps) {
  const { Component: MobileHint } = useLazyComponent(
    'The form',
    async () => (await import('./MobileHint.tsx')).MobileHint,
  );
  return (
    <>
      <TextField label={t('Name')} autoComplete="name" dir="auto" {...form.field('name')} />
      <TextField
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="email"
        value={profile.email}
        readOnly
        hint={t('Your email can’t be changed.')}
      />
      <TextField
        label={t('Phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={
          form.values.mobile !== profile.mobile &&
          // A hint that came later would move the button from under a finger.
          (MobileHint ? <MobileHint typed={form.values.mobile} /> : pendingHint(form.values.mobile))
        }
        {...form.field('mobile')}
      />
      <DateField
        label={t('Date of birth')}
        autoComplete="bday"
        min="1900-01-01"
        max={bornBefore}
        {...form.field('dateOfBirth')}
      />
      <TextField
        label={t('Aadhaar number')}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('12 digits')}
        hint={t('Only the last four digits are stored.')}
        onFocus={(event) => event.target.value.startsWith('X') && event.target.select()}
        {...form.field('kycDocumentNumber')}
      />
      <TextField
        label={t('Referral code')}
        name="referralCode"
        value={profile.referralCode}
        readOnly
        suffix={<CopyButton text={profile.referralCode} what={t('Referral code')} />}
        hint={t('Your member ID. It stays the same.')}
      />
    </>
  );
}

function WalletField({ form }: { form: Form }) {
  const address = form.values.walletAddress;
  return (
    <div className="sm:col-span-2">
      <TextField
        label={t('Wallet address')}
        required={false}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="0x…"
        hint={
          <>
            {t('An EVM address of your own, where the tokens go at launch. Paste it; do not type it.')}
            {/* A phone's field shows half of it, and the tokens go to all of it. */}
            {address.length > 20 && <code className="mt-1 block text-xs break-all text-ink sm:hidden">{address}</code>}
          </>
        }
        {...form.field('walletAddress')}
      />
    </div>
  );
}
