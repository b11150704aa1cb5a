import {
  loginAdminByPasskey,
  loginByPasskey,
  requestAdminPasskeyLogin,
  requestPasskeyLogin,
} from '@/lib/auth/passkeys/calls.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { call } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { useHydrated } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { rememberSignIn } from './flags.ts';
import { type PasskeyAddress, readPasskey, usePasskeyProblem } from './webauthn.ts';

interface PasskeyLoginProps {
  kind: 'admin' | 'super';
  companyId: string;
  address: PasskeyAddress;
}

/** Sign-in by passkey alone, below the form of the other way. Admins have a password, so for them no sentence says why it is missing. */
export function PasskeyLogin({ kind, companyId, address }: PasskeyLoginProps) {
  const problem = usePasskeyProblem(address);
  const hydrated = useHydrated();
  const isSuper = kind === 'super';
  const { busy, submit } = useSubmit({
    send: async () => {
      const { data: options } = await call(isSuper ? requestPasskeyLogin : requestAdminPasskeyLogin, { companyId });
      const credential = await readPasskey(options);
      return call(isSuper ? loginByPasskey : loginAdminByPasskey, { companyId, credential });
    },
    onDone: () => {
      rememberSignIn(true);
      location.replace(isSuper ? PATHS.superadminDashboard : PATHS.adminDashboard);
    },
    leaves: true,
  });
  if (!isSuper && problem !== null) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {problem === null ? (
        <Button
          look="secondary"
          full
          icon="lock"
          disabled={!hydrated}
          busy={busy}
          busyText="Waiting for your passkey..."
          onClick={() => void submit()}
        >
          Sign in with a passkey
        </Button>
      ) : (
        <p className="text-center text-sm text-muted">{problem}</p>
      )}
    </>
  );
}
