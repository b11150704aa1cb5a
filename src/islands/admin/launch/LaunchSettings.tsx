import { call } from '@/islands/api.ts';
import { Button } from '@/islands/ui/Button.tsx';
import { Refusal } from '@/islands/ui/Refusal.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { type Form, useForm } from '@/islands/ui/useForm.ts';
import { useSubmit } from '@/islands/ui/useSubmit.ts';
import { latinDigits } from '@/lib/core/digits.ts';
import { toIndianClock } from '@/lib/core/format.ts';
import { getLaunch, updateLaunch } from '@/lib/launch/calls.ts';
import type { Launch } from '@/lib/launch/contract.ts';

const valuesOf = ({ tokenAddress, chainId, freezeAt }: Launch) => ({
  tokenAddress: tokenAddress ?? '',
  chainId: chainId === null ? '' : String(chainId),
  freezeAt: freezeAt === null ? '' : toIndianClock(freezeAt),
});

/** Token, chain and freeze date. What another admin saves meanwhile is refused, not overwritten. */
export function LaunchSettings({ launch }: { launch: Launch }) {
  const form = useForm(valuesOf(launch));
  const { tokenAddress, chainId, freezeAt } = form.values;
  const shown = valuesOf(launch);
  const submission = useSubmit({
    form,
    check: () => ({
      ...(tokenAddress.trim() !== '' &&
        !/^0x[0-9a-fA-F]{40}$/.test(tokenAddress.trim()) && {
          tokenAddress: 'Please enter the token address as 0x and 40 characters of 0-9 and a-f.',
        }),
      ...(!/^(|[1-9]\d{0,14})$/.test(latinDigits(chainId.trim())) && {
        chainId: 'Please enter the chain id as a whole number above 0, as 1 for Ethereum.',
      }),
    }),
    send: () =>
      call(updateLaunch, {
        version: launch.version,
        tokenAddress: tokenAddress.trim() || null,
        chainId: chainId.trim() === '' ? null : Number(latinDigits(chainId.trim())),
        // A date that has passed stays as it is, unless it is changed.
        ...(freezeAt !== shown.freezeAt && { freezeAt: freezeAt === '' ? null : `${freezeAt}:00+05:30` }),
      }),
    refreshes: [getLaunch],
  });
  if (launch.state === 'PACKED') return null;
  return (
    <form
      ref={form.ref}
      className="card grid gap-4"
      method="post"
      noValidate
      aria-label="Launch settings"
      onSubmit={submission.submit}
    >
      <h2 className="card-title">Settings</h2>
      <Refusal text={submission.refusal} />
      <Fields form={form} />
      <div>
        <Button type="submit" busy={submission.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}

function Fields({ form }: { form: Form<ReturnType<typeof valuesOf>> }) {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <TextField
        {...form.field('tokenAddress')}
        label="Token address"
        required={false}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        hint="Of the token’s contract."
      />
      <TextField
        {...form.field('chainId')}
        label="Chain id"
        required={false}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        hint="1 for Ethereum, 137 for Polygon."
      />
      <TextField
        {...form.field('freezeAt')}
        label="Freeze date"
        required={false}
        type="datetime-local"
        hint="India Standard Time. Members see it; an admin freezes."
      />
    </div>
  );
}
