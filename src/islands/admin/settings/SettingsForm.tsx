import type { ReactNode } from 'react';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { ADMINS_FOR_TWO, type Problems, SETTING_LABELS } from '@/lib/settings/rules.ts';
import type { Draft, Texts } from './draft.ts';

const NOTICE_MAX = 300;

export interface SettingsFormProps {
  draft: Draft;
  problems: Problems;
  /** Admins who may sign in. */
  admins: number;
  onChange: (change: Partial<Draft>) => void;
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="settings-group" aria-label={title}>
      <div className="settings-about">
        <h2 className="card-title">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <div className="card settings-fields">{children}</div>
    </section>
  );
}

/** Every setting in groups; wide screens say beside each what it is about. */
export function SettingsForm({ draft, problems, admins, onChange }: SettingsFormProps) {
  const field = (name: Texts) => ({
    name,
    label: SETTING_LABELS[name],
    value: draft[name],
    error: problems[name],
    autoComplete: 'off',
    onValue: (value: string) => onChange({ [name]: value }),
  });
  const money = { prefix: '₹', inputMode: 'decimal' as const, maxLength: 20 };
  const percent = { suffix: '%', inputMode: 'decimal' as const, maxLength: 6, required: true };
  const isAlone = admins < ADMINS_FOR_TWO;
  return (
    <>
      <Group
        title="Price and rewards"
        text="They hold for new orders. What has been submitted stays as it was, and an order that somebody is paying right now is taken as it was shown."
      >
        <TextField {...field('price')} {...money} required hint="Up to six decimals." />
        <TextField {...field('platformChargePercent')} {...percent} hint="On top of the order amount." />
        <TextField
          {...field('referralRewardPercent')}
          {...percent}
          hint="In tokens, of the quantity that was bought."
        />
      </Group>
      <Group title="Orders" text="What one order may be, and who may buy.">
        <TextField {...field('minimumOrder')} {...money} required={false} hint="Without one: the price of one token." />
        <TextField {...field('maximumOrder')} {...money} required={false} />
        <TextField
          {...field('upiLimit')}
          {...money}
          required
          hint="Above this total the payment screen begins with Banking."
        />
        <Checkbox
          label="Only verified members may buy"
          checked={draft.verifiedMembersOnly}
          onChecked={(on) => onChange({ verifiedMembersOnly: on })}
        />
      </Group>
      <Group title="Launch" text="Dashboards count down to it under 'Time Left'. Without a date they say N/A.">
        <TextField {...field('launchAt')} type="datetime-local" required={false} hint="India Standard Time." />
      </Group>
      <Group
        title="Control"
        text="Rules of two admins: whoever begins is never the one who confirms. Weakening them waits for a second admin, too."
      >
        <TextField
          {...field('secondApproverAbove')}
          {...money}
          required={false}
          hint={isAlone ? 'Needs a second admin.' : 'Purchases with a final amount above this are approved by two.'}
        />
        <Checkbox
          label="Two admins for account changes"
          checked={draft.twoAdminsForAccounts}
          error={problems.twoAdminsForAccounts}
          onChecked={(on) => onChange({ twoAdminsForAccounts: on })}
        />
      </Group>
      <Group title="Texts" text="What members read: a notice above their screens, and whom they can ask.">
        <TextArea
          {...field('notice')}
          required={false}
          maxLength={NOTICE_MAX}
          hint={`${draft.notice.length} of ${NOTICE_MAX} characters.`}
        />
        <TextField {...field('supportEmail')} type="email" inputMode="email" required={false} maxLength={254} />
        <TextField
          {...field('supportPhone')}
          type="tel"
          inputMode="tel"
          required={false}
          maxLength={30}
          placeholder="+91 98765 43210"
        />
      </Group>
    </>
  );
}
