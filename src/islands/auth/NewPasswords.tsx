import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@/lib/core/bounds.ts';
import { Icon } from '../ui/Icon.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { Bound } from './form.ts';

interface Props {
  password: Bound;
  confirm: Bound;
  labels: readonly [password: string, confirm: string];
  /** What is said when the two differ. */
  differ: string;
}

function Good({ children }: { children: string }) {
  return (
    <span className="auth-good">
      <Icon name="check" size={16} />
      {children}
    </span>
  );
}

/** Help while typing. Which passwords are too common only the server knows. */
function PasswordHelp({ password }: { password: string }) {
  const length = [...password].length;
  const missing = PASSWORD_LENGTH_MIN - length;
  if (length === 0) return `At least ${PASSWORD_LENGTH_MIN} characters. A few unusual words work best.`;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} to go.`;
  if (length > PASSWORD_LENGTH_MAX) return `At most ${PASSWORD_LENGTH_MAX} characters.`;
  return <Good>Long enough. The most used passwords are refused.</Good>;
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
        hint={same ? <Good>Both passwords are the same.</Good> : undefined}
        required
      />
    </>
  );
}
