import { BLANK_PASSWORD } from '@/lib/core/blank-password.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@/lib/core/bounds.ts';
import { plural, t } from '@/lib/core/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Bound } from '../ui/useForm.ts';

interface Props {
  password: Bound;
  confirm: Bound;
  labels: readonly [password: string, confirm: string];
  /** What is said when the two differ. */
  differ: string;
}

/** A hint that something is right. */
export function Good({ children }: { children: string }) {
  return (
    <span className="inline-flex items-start gap-1.5 text-success">
      <Icon name="check" size={16} className="mt-0.5" />
      {children}
    </span>
  );
}

/** Help while typing. Which passwords are too common only the server knows. */
function PasswordHelp({ password }: { password: string }) {
  const length = [...password].length;
  const missing = PASSWORD_LENGTH_MIN - length;
  if (length === 0)
    return t('At least {count} characters. A few unusual words work best.', { count: PASSWORD_LENGTH_MIN });
  if (missing > 0)
    return t(plural(missing, '{count} more character to go.', '{count} more characters to go.'), { count: missing });
  if (length > PASSWORD_LENGTH_MAX) return t('At most {count} characters.', { count: PASSWORD_LENGTH_MAX });
  if (!/[^\s\p{Cf}]/u.test(password)) return t(BLANK_PASSWORD);
  return <Good>{t('Good length. Very common passwords are not accepted.')}</Good>;
}

/** A new password, twice. */
export function NewPasswords({ password, confirm, labels, differ }: Props) {
  const same = confirm.value !== '' && confirm.value === password.value;
  // While it is still being typed it only has to be the beginning.
  const wrong = confirm.value !== '' && !password.value.startsWith(confirm.value);
  return (
    <>
      <TextField
        {...password}
        label={labels[0]}
        type="password"
        autoComplete="new-password"
        hint={<PasswordHelp password={password.value} />}
        required
      />
      <TextField
        {...confirm}
        label={labels[1]}
        type="password"
        autoComplete="new-password"
        error={confirm.error ?? (wrong ? differ : undefined)}
        hint={same ? <Good>{t('Both passwords are the same.')}</Good> : undefined}
        required
      />
    </>
  );
}
