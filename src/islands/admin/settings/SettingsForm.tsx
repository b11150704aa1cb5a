import type { ReactNode } from 'react';
import { Checkbox } from '@/islands/ui/Checkbox.tsx';
import { TextArea } from '@/islands/ui/TextArea.tsx';
import { TextField } from '@/islands/ui/TextField.tsx';
import { parseSigns, REWARD_SIGNS, type RewardSign, SIGN_LABELS } from '@/lib/core/rewards.ts';
import { type Problems, SETTING_LABELS } from '@/lib/settings/rules.ts';
import type { Draft, Texts } from './draft.ts';

const NOTICE_MAX = 300;

export interface SettingsFormProps {
  draft: Draft;
  problems: Problems;
  /** Admins who may sign in. */
  hasSecondAdmin: boolean;
  onChange: (change: Partial<Draft>) => void;
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-8" aria-label={title}>
      <div className="grid content-start gap-1 lg:pt-6">
        <h2 className="card-title">{title}</h2>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <div className="card grid gap-5 sm:grid-cols-2 sm:[&>.check]:col-span-full sm:[&>.field:has(textarea)]:col-span-full">
        {children}
      </div>
    </section>
  );
}

const MONEY = { prefix: '₹', inputMode: 'decimal', maxLength: 20 } as const;
const PERCENT = { suffix: '%', inputMode: 'decimal', maxLength: 6, required: true } as const;
const WHOLE = { inputMode: 'numeric' as const, maxLength: 5, required: true };

/** Every setting in groups; wide screens explain each group next to it. */
export function SettingsForm(props: SettingsFormProps) {
  return (
    <>
      <PriceGroup {...props} />
      <RewardGroup {...props} />
      <OrderGroup {...props} />
      <LimitGroup {...props} />
      <ReminderGroup {...props} />
      <LaunchGroup {...props} />
      <ControlGroup {...props} />
      <TextGroup {...props} />
    </>
  );
}

/** What every text field of the form takes. */
function fieldOf({ draft, problems, onChange }: SettingsFormProps, name: Texts) {
  return {
    name,
    label: SETTING_LABELS[name],
    value: draft[name],
    error: problems[name],
    autoComplete: 'off',
    onValue: (value: string) => onChange({ [name]: value }),
  };
}

function PriceGroup(props: SettingsFormProps) {
  return (
    <Group
      title="Price and rewards"
      text="They apply to new orders. Submitted payments do not change, and an order that a buyer is paying now is accepted as it was shown."
    >
      <TextField {...fieldOf(props, 'price')} {...MONEY} required hint="Up to six decimals." />
      <TextField {...fieldOf(props, 'platformChargePercent')} {...PERCENT} hint="On top of the order amount." />
      <TextField
        {...fieldOf(props, 'referralRewardPercent')}
        {...PERCENT}
        hint="In tokens, of the quantity that was bought."
      />
    </Group>
  );
}

function RewardGroup(props: SettingsFormProps) {
  const { draft, onChange } = props;
  const chosen = parseSigns(draft.rewardSigns) ?? [];
  const choose = (sign: RewardSign, isOn: boolean): void => {
    const next = REWARD_SIGNS.filter((known) => (known === sign ? isOn : chosen.includes(known)));
    onChange({ rewardSigns: next.join(',') });
  };
  return (
    <Group
      title="Rewards on hold"
      text="Rewards of purchases that are approved from now on. The tokens of a reward on hold are reserved. With one of the signs, the reward waits until an admin releases or refuses it."
    >
      <TextField {...fieldOf(props, 'rewardWaitDays')} {...WHOLE} hint="0: with the approval." />
      <fieldset className="grid gap-3 sm:col-span-full">
        <legend className="mb-2 text-sm font-medium">Signs that an admin reviews</legend>
        {REWARD_SIGNS.map((sign) => (
          <Checkbox
            key={sign}
            label={capital(SIGN_LABELS[sign])}
            checked={chosen.includes(sign)}
            onChecked={(isOn) => choose(sign, isOn)}
          />
        ))}
      </fieldset>
    </Group>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function OrderGroup(props: SettingsFormProps) {
  return (
    <Group title="Orders" text="What one order may be, and who may buy.">
      <TextField
        {...fieldOf(props, 'minimumOrder')}
        {...MONEY}
        required={false}
        hint="If empty: the price of one token."
      />
      <TextField {...fieldOf(props, 'maximumOrder')} {...MONEY} required={false} />
      <TextField
        {...fieldOf(props, 'upiLimit')}
        {...MONEY}
        required
        hint="Above this total the payment screen begins with Banking."
      />
      <Checkbox
        label="Only verified members may buy"
        checked={props.draft.verifiedMembersOnly}
        onChecked={(on) => props.onChange({ verifiedMembersOnly: on })}
      />
    </Group>
  );
}

function ReminderGroup(props: SettingsFormProps) {
  return (
    <Group
      title="Reminders"
      text="Admins are reminded once a day of what waits, members once of what they have to do. In quiet hours, by Indian time, neither reminders nor announcements are sent."
    >
      <TextField {...fieldOf(props, 'reminderHours')} {...WHOLE} hint="0 for no reminders." />
      <TextField {...fieldOf(props, 'quietFromHour')} {...WHOLE} hint="Hour of the day, 0 to 23, as 21." />
      <TextField {...fieldOf(props, 'quietToHour')} {...WHOLE} hint="As 8. The same hour twice means none." />
    </Group>
  );
}

function LimitGroup(props: SettingsFormProps) {
  return (
    <Group
      title="Limits for pending purchases"
      text="A pending purchase reserves its tokens until it is decided. These limits stop one member, or many orders without a proof, from reserving too many. 0 means no limit."
    >
      <TextField {...fieldOf(props, 'openPurchasesMax')} {...WHOLE} hint="More are refused until one is decided." />
      <TextField
        {...fieldOf(props, 'holdHours')}
        {...WHOLE}
        hint="The purchase then stays pending, and its tokens can be sold. A manual order without a proof holds two hours at most."
      />
      <TextField {...fieldOf(props, 'heldSharePercent')} {...PERCENT} hint="Of the private supply." />
      <TextField
        {...fieldOf(props, 'heldSharePercentUnverified')}
        {...PERCENT}
        hint="Until an admin has verified the member."
      />
      <TextField
        {...fieldOf(props, 'unprovenSharePercent')}
        {...PERCENT}
        hint="Of what is left: all orders without a proof or of unverified members together."
      />
    </Group>
  );
}

function LaunchGroup(props: SettingsFormProps) {
  return (
    <Group title="Launch" text="Dashboards count down to it under 'Time Left'. Without a date they say N/A.">
      <TextField {...fieldOf(props, 'launchAt')} type="datetime-local" required={false} hint="India Standard Time." />
    </Group>
  );
}

function ControlGroup(props: SettingsFormProps) {
  const { draft, problems, hasSecondAdmin, onChange } = props;
  return (
    <Group
      title="Control"
      text="An admin never confirms their own change. While one of these rules is on, changes of price, limits and admins also wait for a second admin."
    >
      <TextField
        {...fieldOf(props, 'secondApproverAbove')}
        {...MONEY}
        required={false}
        hint={
          hasSecondAdmin ? 'Purchases with a final amount above this are approved by two.' : 'Needs a second admin.'
        }
      />
      <Checkbox
        label="Two admins for account changes"
        checked={draft.twoAdminsForAccounts}
        error={problems.twoAdminsForAccounts}
        onChecked={(on) => onChange({ twoAdminsForAccounts: on })}
      />
      <Checkbox
        label="Admins need a second factor"
        checked={draft.adminsNeedFactor}
        onChecked={(on) => onChange({ adminsNeedFactor: on })}
      />
    </Group>
  );
}

function TextGroup(props: SettingsFormProps) {
  return (
    <Group title="Texts" text="What members read: a notice above their screens, and whom they can ask.">
      <TextArea
        {...fieldOf(props, 'notice')}
        required={false}
        maxLength={NOTICE_MAX}
        hint={`${props.draft.notice.length} of ${NOTICE_MAX} characters.`}
      />
      <TextField {...fieldOf(props, 'supportEmail')} type="email" inputMode="email" required={false} maxLength={254} />
      <TextField
        {...fieldOf(props, 'supportPhone')}
        type="tel"
        inputMode="tel"
        required={false}
        maxLength={30}
        placeholder="+91 98765 43210"
      />
    </Group>
  );
}
