import { TextField } from '@/islands/ui/TextField.tsx';

export interface PasswordFieldProps {
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
  /** Why it is asked for. */
  hint: string;
}

/** The admin's own password once more, before money or control is moved. */
export function PasswordField(props: PasswordFieldProps) {
  return (
    <TextField
      {...props}
      label="Your current password"
      name="password"
      type="password"
      autoComplete="current-password"
      required
    />
  );
}
