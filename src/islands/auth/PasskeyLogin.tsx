import {
  loginAdminByPasskey,
  loginByPasskey,
  loginMemberByPasskey,
  requestAdminPasskeyLogin,
  requestMemberPasskeyLogin,
  requestPasskeyLogin,
} from '@/lib/auth/passkeys/calls.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import { Button } from '../ui/Button.tsx';
import { useHydrated } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { rememberSignIn } from './flags.ts';
import { type PasskeyAddress, readPasskey, usePasskeyProblem } from './webauthn.ts';

const AREAS = {
  member: { request: requestMemberPasskeyLogin, login: loginMemberByPasskey, home: PATHS.userDashboard },
  admin: { request: requestAdminPasskeyLogin, login: loginAdminByPasskey, home: PATHS.adminDashboard },
  super: { request: requestPasskeyLogin, login: loginByPasskey, home: PATHS.superadminDashboard },
} as const;

interface PasskeyLoginProps {
  kind: keyof typeof AREAS;
  companyId: string;
  address: PasskeyAddress;
}

/**
 * Sign-in by passkey alone, below the form of the other way. Members and admins have a password, so for them no sentence says why
 * it is missing.
 */
export function PasskeyLogin({ kind, companyId, address }: PasskeyLoginProps) {
  const problem = usePasskeyProblem(address);
  const hydrated = useHydrated();
  const { request, login, home } = AREAS[kind];
  const { busy, submit } = useSubmit({
    send: async () => {
      const { data: options } = await call(request, { companyId });
      const credential = await readPasskey(options);
      return call(login, { companyId, credential });
    },
    onDone: () => {
      rememberSignIn(kind !== 'member');
      location.replace(home);
    },
    leaves: true,
  });
  if (kind !== 'super' && problem !== null) return null;
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {problem === null ? (
        <Button
          look="secondary"
          full
          icon="lock"
          disabled={!hydrated}
          busy={busy}
          busyText={t('Waiting for your passkey...')}
          onClick={() => void submit()}
        >
          {t('Sign in with a passkey')}
        </Button>
      ) : (
        <p className="text-center text-sm text-muted">{problem}</p>
      )}
    </>
  );
}
