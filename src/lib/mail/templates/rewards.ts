/** The mails about rewards, to the referrer. They name the buyer by the member ID alone: the rest is the buyer's own. */
import { formatDay } from '../../core/format.ts';
import { formatQuantity } from '../../core/money.ts';
import { PATHS } from '../../core/paths.ts';
import { type RewardSign, SIGN_TEXTS } from '../../core/rewards.ts';
import { languageNow, t, translated } from '../../core/texts.ts';
import { type Block, greeting, type MailBrand, type RenderedMail, renderMail, toAccountHolder } from './template.ts';

interface AboutReward {
  readonly brand: MailBrand;
  readonly name: string;
  /** Whole tokens. */
  readonly quantity: bigint;
  /** The member ID of the buyer. */
  readonly fromMemberId: string;
}

const tokens = ({ quantity, brand }: AboutReward): string => `${formatQuantity(quantity)} ${brand.symbol}`;

function rewardMail(about: AboutReward, title: string, blocks: readonly Block[]): RenderedMail {
  const { brand } = about;
  const facts = [
    [t('Reward'), tokens(about)],
    [t('Referred member'), about.fromMemberId],
  ] as const;
  return renderMail(
    brand,
    title,
    [
      greeting(about.name, languageNow()),
      ...blocks,
      { facts },
      { link: t('See your rewards'), path: PATHS.userDashboard },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

/** A purchase was approved, and its reward waits. */
export function rewardHeld(
  about: AboutReward & {
    /** Why an admin reviews it; empty where it waits for a day alone. */
    readonly signs: readonly RewardSign[];
    /** The end of the waiting period; null without one. */
    readonly heldUntil: Date | null;
  },
): RenderedMail {
  const { signs, heldUntil } = about;
  const day = heldUntil === null ? '' : formatDay(heldUntil);
  return rewardMail(about, t('A reward of {tokens} is on hold', { tokens: tokens(about) }), [
    {
      line: t(
        'A member you referred has made a purchase. Your reward for it is reserved for you, but not in your stock yet.',
      ),
    },
    ...(signs.length === 0
      ? [{ line: t('It is added to your stock on {day}, unless the purchase is reversed before.', { day }) }]
      : [
          { line: t('Our team looks at it first, because:') },
          ...signs.map((sign) => ({ line: translated(SIGN_TEXTS[sign]) })),
          {
            line: t('You do not need to do anything. If there is a good reason for it, our team is glad to hear it.'),
          },
        ]),
  ]);
}

/** The team does not credit a reward that was on hold. */
export function rewardRefused(about: AboutReward & { readonly reason: string }): RenderedMail {
  return rewardMail(about, t('Your reward of {tokens} was refused', { tokens: tokens(about) }), [
    {
      line: t('Our team has looked at a reward that was on hold, and does not add it to your stock. Our team writes:'),
    },
    { line: about.reason },
    { line: t('If you do not agree, please get in touch with our team.') },
  ]);
}

/** The purchase of a reward that was on hold is reversed. */
export function rewardEnded(about: AboutReward): RenderedMail {
  return rewardMail(about, t('Your reward of {tokens} has ended', { tokens: tokens(about) }), [
    {
      line: t(
        'A purchase by a member you referred was approved by mistake and has been reversed. The reward for it was on hold and ends with it. Nothing was taken from your stock.',
      ),
    },
  ]);
}

/** To the referrer, when the purchase that earned a reward is reversed. */
export function rewardReversed(reward: AboutReward & { readonly hash: string }): RenderedMail {
  const { brand } = reward;
  return renderMail(
    brand,
    t('A reward of {tokens} has been reversed', { tokens: tokens(reward) }),
    [
      greeting(reward.name, languageNow()),
      {
        line: t(
          'A purchase by a member you referred was approved by mistake and has been reversed. The reward for it has been removed from your stock.',
        ),
      },
      {
        facts: [
          [t('Reversed reward'), tokens(reward)],
          [t('Referred member'), reward.fromMemberId],
          [t('Transaction hash'), reward.hash],
        ],
      },
      { link: t('See your stock'), path: PATHS.userDashboard },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}

/** To the referrer, when a purchase of the referred member is approved. */
export function rewardCredited(reward: AboutReward & { readonly hash: string }): RenderedMail {
  const { brand } = reward;
  return renderMail(
    brand,
    t('You have received a reward of {tokens}', { tokens: tokens(reward) }),
    [
      greeting(reward.name, languageNow()),
      {
        line: t(
          'Thank you for telling others about us. A member you referred has made a purchase, and your reward has been added to your stock.',
        ),
      },
      {
        facts: [
          [t('Reward'), tokens(reward)],
          [t('Referred member'), reward.fromMemberId],
          [t('Transaction hash'), reward.hash],
        ],
      },
      { link: t('See your stock'), path: PATHS.userDashboard },
    ],
    toAccountHolder(brand),
    languageNow(),
  );
}
