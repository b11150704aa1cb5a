import { describe, expect, it } from 'vitest';
import { type EarlierMail, mailTitle, resendTurn } from '@/lib/members/mails-rules.ts';

const mail = (ageSeconds: number, resentBy: string | null = 'me'): EarlierMail => ({
  id: `mail-${ageSeconds}`,
  resentBy,
  ageSeconds,
});

describe('whose turn it is', () => {
  const day = (ages: number[]) => ages.map((age) => mail(age));
  it.each<[string, EarlierMail[], ReturnType<typeof resendTurn>]>([
    ['nothing of the last day', [], { to: 'send' }],
    ['the mail itself an hour ago', [mail(3600, null)], { to: 'send' }],
    ['the mail itself just now', [mail(10, null)], { to: 'wait', seconds: 50 }],
    ['my own click just now', [mail(59.9), mail(3600, null)], { to: 'repeat', id: 'mail-59.9' }],
    ['my own click a minute ago', [mail(60)], { to: 'send' }],
    ["a colleague's click just now", [mail(30.4, 'you')], { to: 'wait', seconds: 30 }],
    ['four times', day([100, 200, 300, 400]), { to: 'send' }],
    ['five times', day([100, 200, 300, 400, 86_000]), { to: 'wait', seconds: 400 }],
    [
      'five times, whoever',
      [...day([100, 200, 300]), mail(400, 'you'), mail(500, 'you')],
      { to: 'wait', seconds: 85_900 },
    ],
    ['five, one of them the mail itself', [...day([100, 200, 300, 400]), mail(500, null)], { to: 'send' }],
    ['five, one of them yesterday', day([100, 200, 300, 400, 86_400]), { to: 'send' }],
  ])('%s', (_, earlier, turn) => {
    expect(resendTurn(earlier, 'me')).toEqual(turn);
  });
});

it('a kind without words of its own speaks for itself', () => {
  expect([mailTitle('purchase-approved'), mailTitle('settings-proposed')]).toEqual([
    'Purchase approved',
    'Settings proposed',
  ]);
});
