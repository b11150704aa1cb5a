/** What a member and their referrer have in common, which may mean that they are one person. */
import { networkOf } from '../../rate-limits/network.rules.ts';

export type SelfReferralSign = 'mobile' | 'wallet' | 'network' | 'device';

/** The account behind a member ID, as far as it shows who uses it. */
export interface Traces {
  readonly mobile: string;
  readonly walletAddress: string | null;
  readonly sessions: readonly { readonly ip: string; readonly userAgent: string }[];
}

/** The same browser is a sign only within one network: many phones send the same user agent. */
export function selfReferralSigns(member: Traces, referrer: Traces): SelfReferralSign[] {
  const pairs = member.sessions
    .filter(({ ip }) => ip !== '')
    .flatMap((own) =>
      referrer.sessions
        .filter((other) => networkOf(own.ip).narrow === networkOf(other.ip).narrow)
        .map((other) => [own, other] as const),
    );
  const isDevice = pairs.some(([own, other]) => own.userAgent !== '' && own.userAgent === other.userAgent);
  const signs: (SelfReferralSign | false)[] = [
    member.mobile !== '' && member.mobile === referrer.mobile && 'mobile',
    member.walletAddress !== null && member.walletAddress === referrer.walletAddress && 'wallet',
    pairs.length > 0 && 'network',
    isDevice && 'device',
  ];
  return signs.filter((sign) => sign !== false);
}
