import { describe, expect, it } from 'vitest';
import { type EarlierMail, mailTitle, resendDecision } from '@/lib/members/mails/rules.ts';

const mail = (ageSeconds: number, resentBy: string | null = 'me'): EarlierMail => ({
  id: `mail-${ageSeconds}`,
  resentBy,
  ageSeconds,
});

describe('resendDecision', () => {
  const day = (ages: number[]) => ages.map((age) => mail(age));
  it.each<[string, EarlierMail[], ReturnType<typeof resendDecision>]>([
    ['sends when there is no mail of the last day', [], { action: 'send' }],
    ['sends when the mail itself is an hour old', [mail(3600, null)], { action: 'send' }],
    ['waits when the mail itself was just sent', [mail(10, null)], { action: 'wait', seconds: 50 }],
    ['repeats after a click of the same admin', [mail(59.9), mail(3600, null)], { action: 'repeat', id: 'mail-59.9' }],
    ['sends a minute after a click of the same admin', [mail(60)], { action: 'send' }],
    ['waits after a click of another admin', [mail(30.4, 'you')], { action: 'wait', seconds: 30 }],
    ['sends after four resends', day([100, 200, 300, 400]), { action: 'send' }],
    ['waits after five resends', day([100, 200, 300, 400, 86_000]), { action: 'wait', seconds: 400 }],
    [
      'waits after five resends by different admins',
      [...day([100, 200, 300]), mail(400, 'you'), mail(500, 'you')],
      { action: 'wait', seconds: 85_900 },
    ],
    ['does not count the mail itself', [...day([100, 200, 300, 400]), mail(500, null)], { action: 'send' }],
    ['does not count resends of yesterday', day([100, 200, 300, 400, 86_400]), { action: 'send' }],
  ])('%s', (_, earlier, decision) => {
    expect(resendDecision(earlier, 'me')).toEqual(decision);
  });
});

it('makes a title from the kind when it has none', () => {
  expect([mailTitle('purchase-approved'), mailTitle('settings-proposed')]).toEqual([
    'Purchase approved',
    'Settings proposed',
  ]);
});
