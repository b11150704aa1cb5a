import { useEffect, useRef, useState } from 'react';
import { finishSignIn, requestFactorPasskey } from '@/lib/auth/factors/calls.ts';
import { type FactorKind, readFactorCode } from '@/lib/core/factor-codes.ts';
import { t } from '@/lib/core/texts.ts';
import { call } from '../api.ts';
import type { CallError } from '../failure.ts';
import { Button } from '../ui/Button.tsx';
import { OtpField } from '../ui/OtpField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/useForm.ts';
import { useSubmit } from '../ui/useSubmit.ts';
import { spendLetIn } from './let-in.ts';
import { FACTOR_LABELS, type SecondStepAnswer } from './second-step.ts';
import { hasPasskeys, readPasskey } from './webauthn.ts';

interface SecondStepProps {
  /** The site's company, as every sign-in names it. */
  companyId?: string;
  step: SecondStepAnswer;
  onDone: () => void;
  /** The first step has to be made again. */
  onOver: () => void;
}

/** Asks for the second factor of a sign-in whose password, or mailed code, was right. */
export function SecondStep({ step: { pending, factors }, ...rest }: SecondStepProps) {
  const offered = factors.filter((kind) => kind !== 'passkey' || hasPasskeys());
  const [kind, setKind] = useState<FactorKind>(offered[0] ?? 'passkey');
  const frame = useRef<HTMLDivElement>(null);
  // The form of the first step, or the button that was pressed, is gone, and the keyboard with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another way is shown
  useEffect(() => {
    const first = frame.current?.querySelector('input') ?? frame.current?.querySelector('button');
    first?.focus();
  }, [kind]);
  const shared = { ...rest, pending };
  const others = offered.filter((other) => other !== kind);
  return (
    <div ref={frame} className="auth-fields" data-second-step>
      {kind === 'passkey' ? <ByPasskey {...shared} /> : <ByCode {...shared} key={kind} kind={kind} />}
      <div className="grid gap-2">
        {others.map((other) => (
          <Button key={other} look="quiet" full onClick={() => setKind(other)}>
            {t(FACTOR_LABELS[other])}
          </Button>
        ))}
        <Button look="quiet" full onClick={rest.onOver}>
          {t('Back')}
        </Button>
      </div>
    </div>
  );
}

interface WayProps extends Omit<SecondStepProps, 'step'> {
  pending: string;
}

/** The sign-in has expired, or had too many wrong codes. */
const isOver = ({ status }: CallError): boolean => status === 401;

function ByPasskey({ companyId, pending, onDone, onOver }: WayProps) {
  const { busy, submit } = useSubmit({
    send: async () => {
      const { data: options } = await call(requestFactorPasskey, { companyId, pending });
      return call(finishSignIn, { companyId, pending, credential: await readPasskey(options) });
    },
    onDone,
    onFailure: (error) => isOver(error) && onOver(),
    leaves: true,
  });
  return (
    <>
      <p className="auth-lead">{t('Please confirm with your passkey to finish.')}</p>
      <Button full icon="lock" busy={busy} busyText={t('Waiting for your passkey...')} onClick={() => void submit()}>
        {t('Use passkey')}
      </Button>
    </>
  );
}

const PROBLEMS = {
  totp: 'Please enter the 6 digits of your authenticator app.',
  recovery: 'Please enter one of your recovery codes.',
} as const;

function ByCode({ companyId, pending, kind, onDone, onOver }: WayProps & { kind: 'totp' | 'recovery' }) {
  const form = useForm({ code: '' });
  const { code } = form.values;
  const { busy, submit } = useSubmit({
    form,
    check: () => (readFactorCode(code)?.kind === kind ? null : { code: t(PROBLEMS[kind]) }),
    send: () => call(finishSignIn, { companyId, pending, code, ...spendLetIn() }),
    fieldOf: ({ field, status }) => field ?? (status === 429 ? 'code' : undefined),
    onDone,
    onFailure: (error) => isOver(error) && onOver(),
    leaves: true,
  });
  return (
    <form ref={form.ref} className="auth-fields" method="post" noValidate onSubmit={submit}>
      {kind === 'totp' ? (
        <>
          <p className="auth-lead">{t('Open your authenticator app and enter its code for this site.')}</p>
          <OtpField {...form.field('code')} label={t('Code of the app')} length={6} />
        </>
      ) : (
        <>
          <p className="auth-lead">{t('Each recovery code works once. We mail you when one is used.')}</p>
          <TextField
            {...form.field('code')}
            label={t('Recovery code')}
            placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXXX"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
        </>
      )}
      <Button type="submit" full busy={busy} busyText={t('Checking...')}>
        {t('Log in')}
      </Button>
    </form>
  );
}
