import { TextField } from '@/islands/ui/TextField.tsx';

export interface PasswordFieldProps {
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
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
      hint="Asked for again, because this decides where buyers' money goes."
      required
    />
  );
}
