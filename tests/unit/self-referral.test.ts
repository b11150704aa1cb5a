import { expect, test } from 'vitest';
import { selfReferralSigns, type Traces } from '@/lib/members/detail/self-referral.rules.ts';

const traces = (more: Partial<Traces> = {}): Traces => ({ mobile: '', walletAddress: null, sessions: [], ...more });
const session = (ip: string, userAgent = 'Chrome') => ({ ip, userAgent });

test('each thing in common is a sign; the same browser counts only within one network', () => {
  expect(selfReferralSigns(traces(), traces())).toEqual([]);
  expect(selfReferralSigns(traces({ mobile: '+919876543210' }), traces({ mobile: '+919876543210' }))).toEqual([
    'mobile',
  ]);
  expect(selfReferralSigns(traces({ walletAddress: '0xA' }), traces({ walletAddress: '0xA' }))).toEqual(['wallet']);
  const home = traces({ sessions: [session('2001:db8:1:2::5', 'Firefox'), session('')] });
  expect(selfReferralSigns(home, traces({ sessions: [session('2001:db8:1:2::9'), session('')] }))).toEqual(['network']);
  expect(selfReferralSigns(home, traces({ sessions: [session('2001:db8:1:2::9', 'Firefox')] }))).toEqual([
    'network',
    'device',
  ]);
  expect(selfReferralSigns(home, traces({ sessions: [session('192.0.2.1', 'Firefox')] }))).toEqual([]);
});
