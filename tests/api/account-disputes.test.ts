/** Who gets an account by the link of a changed email: not against two admins, and not with what another reader paid (decision 0671). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember, seasonAdmins, signIn } from '../support/accounts.ts';
import { freshCode, redeem } from '../support/codes.ts';
import { callsOf, userRow } from '../support/members.ts';
import { APPROVE, manual, post, purchaseRow, REJECT, submitted, upi, upload } from '../support/purchases.ts';
import { approvedRefund, madeRefund, REFUNDS, todayInIndia } from '../support/refunds.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
let x: Account;
let y: Account;
let z: Account;
beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  [x, y, z] = [
    await makeAdmin(site, { name: 'Vikram Shah' }),
    await makeAdmin(site, { name: 'Leela Nair' }),
    await makeAdmin(site, { name: 'Zubin Mistry' }),
  ];
  await seasonAdmins(site, [x.id, y.id, z.id]);
});
afterAll(() => site?.remove());

const setRule = (isOn: boolean) =>
  site.database.platform
    .updateTable('companies')
    .set({ two_admins_for_accounts: isOn })
    .where('id', '=', companyId)
    .execute();
const changed = async ({ id }: Account, by: Account, to: string): Promise<string> => {
  const { name, mobile, role } = (await userRow(site, id)) ?? {};
  const { status, body } = await callsOf(site, by).update({ id, name, mobile, role, email: to });
  expect(status, body.message).toBe(200);
  return body.data.state;
};
/** One admin changes the address, without the rule. */
const move = async (member: Account, to: string, by = x) => {
  await setRule(false);
  expect(await changed(member, by, to)).toBe('done');
};
/** Two admins do, under the rule. */
const moveByTwo = async (member: Account, to: string) => {
  await setRule(true);
  expect(await changed(member, y, to)).toBe('waiting');
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM approvals WHERE state = 'OPEN' AND subject_id = ${member.id}`.execute(site.database.platform);
  expect((await post(site, '/api/v1/admin/member/changes/confirm', z, { id: rows[0]?.id })).status).toBe(200);
};
/** The link in the newest mail to an address; null without one. */
const linkIn = async (address: string, containing = 'has a new email address'): Promise<string | null> => {
  const raw = await site.mail(address, { containing });
  const text = raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  return /\/take-back\?token=([\w.%-]+)/.exec(text)?.[1] ?? null;
};
const click = async (token: string | null) =>
  site.call('POST', '/api/v1/user/auth/email/take-back', {
    ip: freshIp(),
    body: { token },
    headers: { Origin: site.url },
  });
const emailOf = async ({ id }: Account) => (await userRow(site, id))?.email;
const box = ({ email }: Account, name: string): string => email.replace('@', `.${name}@`);
const reader = async (member: Account): Promise<Account> => ({
  ...member,
  ...(await signIn(site, { kind: 'member', companyId, accountId: member.id })),
});
const approve = async (by: Account, id: string) => {
  expect((await post(site, APPROVE, by, { id })).status).toBe(200);
  return (await purchaseRow(site, id))?.status;
};
const age = async ({ id }: Account, hours: number) => {
  for (const [table, column, of] of [
    ['account_moves', 'moved_at', 'user_id'],
    ['users', 'email_changed_at', 'id'],
  ] as const)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)} - make_interval(hours => ${hours})
      WHERE ${sql.ref(of)} = ${id}`.execute(site.database.platform);
};
const valued = async (): Promise<Account> => {
  const member = await makeMember(site);
  await submitted(site, member, manual());
  return member;
};

describe('a change that two admins made', () => {
  const SEQUENCES: readonly (readonly [string, (member: Account) => Promise<string[]>])[] = [
    [
      'away from a lost mailbox',
      async (member) => {
        await moveByTwo(member, box(member, 'safe'));
        return [member.email];
      },
    ],
    [
      'back to the owner, after one admin moved it to a thief',
      async (member) => {
        await move(member, box(member, 'thief'));
        await age(member, 80);
        await moveByTwo(member, member.email);
        return [box(member, 'thief')];
      },
    ],
    [
      'back to the owner, after a thief set a password by code',
      async (member) => {
        const thief = box(member, 'thief');
        await move(member, thief);
        expect((await redeem(site, 'reset', thief, await freshCode(site, 'reset', thief))).status).toBe(200);
        await moveByTwo(member, member.email);
        return [thief];
      },
    ],
    [
      'on, after one admin moved it from a mailbox that a stranger reads',
      async (member) => {
        await move(member, box(member, 'safe'), y);
        const early = (await linkIn(member.email)) ?? expect.fail('no link');
        await moveByTwo(member, box(member, 'safer'));
        const { status, body } = await click(early);
        expect([status, body.message]).toEqual([409, expect.stringContaining('two of our team have changed it')]);
        return [box(member, 'safe')];
      },
    ],
  ];
  it.each(SEQUENCES)('is undone by no click: %s', async (_, run) => {
    const member = await valued();
    const left = await run(member);
    const before = await emailOf(member);
    for (const address of left) expect(await linkIn(address)).toBeNull();
    expect(await emailOf(member)).toBe(before);
  });

  it('is undone by no link that an earlier version mailed', async () => {
    const member = await valued();
    await move(member, box(member, 'next'));
    const link = await linkIn(member.email);
    await sql`UPDATE account_moves SET proposed_by = ${z.id} WHERE user_id = ${member.id}`.execute(
      site.database.platform,
    );
    expect((await click(link)).status).toBe(409);
    expect(await emailOf(member)).toBe(box(member, 'next'));
  });
});

/** Orders that are over at the change: nothing of them is left to lose. */
const WORTHLESS: readonly (readonly [string, (member: Account) => Promise<unknown>])[] = [
  ['nothing', async () => undefined],
  [
    'a rejected order',
    async (member) => {
      const { id } = await submitted(site, member, manual());
      expect((await post(site, REJECT, z, { id })).status).toBe(200);
    },
  ],
  [
    'a refund that was paid',
    async (member) => {
      const id = await approvedRefund(site, member, z, false);
      const paid = { id, paidOn: todayInIndia(), bankReference: 'N326112345678901' };
      expect((await post(site, `${REFUNDS}/pay`, z, paid)).status).toBe(200);
    },
  ],
];
const SINCE: readonly (readonly [string, (buyer: Account) => Promise<unknown>])[] = [
  ['an order', (buyer) => submitted(site, buyer, manual())],
  ['an order with a proof', async (buyer) => submitted(site, buyer, await upi(site, buyer))],
  [
    'an approved order',
    async (buyer) => expect(await approve(y, (await submitted(site, buyer, manual())).id)).toBe('APPROVED'),
  ],
];
const WORTHLESS_CASES = WORTHLESS.flatMap(([had, make]) => SINCE.map(([got, buy]) => [had, got, make, buy] as const));

describe('a click brings nobody what came after the change', () => {
  it.each(WORTHLESS_CASES)('to an account that had %s and got %s', async (_had, _got, make, buy) => {
    await setRule(false);
    const member = await makeMember(site);
    await make(member);
    await move(member, box(member, 'buyer'));
    await buy(await reader(member));
    const { status, body } = await click(await linkIn(member.email));
    expect([status, body.message]).toEqual([409, expect.stringContaining('two of them look at it')]);
    expect(await emailOf(member)).toBe(box(member, 'buyer'));
  });

  it('to an account with a rejected order that was opened again, and approved', async () => {
    const member = await makeMember(site);
    const { id } = await submitted(site, member, await upi(site, member));
    await post(site, REJECT, z, { id });
    await move(member, box(member, 'buyer'));
    await sql`UPDATE purchases SET status = 'PENDING', decided_at = NULL, decided_by = NULL, reject_reason = NULL
      WHERE id = ${id}`.execute(site.database.platform);
    expect((await click(await linkIn(member.email))).status).toBe(409);
  });

  it('to an account with an order that waited, if the reader of the new address paid', async () => {
    const member = await valued();
    await move(member, box(member, 'buyer'));
    const buyer = await reader(member);
    expect(await approve(y, (await submitted(site, buyer, manual())).id)).toBe('APPROVED');
    expect((await click(await linkIn(member.email))).status).toBe(409);
    expect(await emailOf(member)).toBe(box(member, 'buyer'));
  });
});

/** Asks for a proof and gets one. */
const correct = async (buyer: Account, id: string) => {
  const ask = { id, text: 'Please send the proof of your payment.', isQuestion: true };
  expect((await post(site, '/api/v1/admin/transaction/messages/add', z, ask)).status).toBe(201);
  const answer = { id, receiptId: await upload(site, buyer), replacesProof: true };
  expect((await post(site, '/api/v1/user/transaction/messages/add', buyer, answer)).status).toBe(201);
};

describe('a proof that came after the change, in an order that waited', () => {
  it.each([
    ['closes the link once it is approved, if it is the first', false, 409],
    ['does not if a thief exchanges the proof of the owner', true, 200],
  ])('%s', async (_, isProven, expected) => {
    const member = await makeMember(site);
    const { id } = await submitted(site, member, isProven ? await upi(site, member) : manual());
    await move(member, box(member, 'next'));
    await correct(await reader(member), id);
    expect(await approve(y, id)).toBe('APPROVED');
    expect((await click(await linkIn(member.email))).status).toBe(expected);
  });
});

describe('an owner with value at the change', () => {
  it('gets it back although the thief orders and sends proofs, and the thief’s click does not work', async () => {
    for (const [nth, body] of [manual(), null].entries()) {
      const member = await valued();
      const thief = box(member, `thief${nth}`);
      await move(member, thief);
      const as = await reader(member);
      await submitted(site, as, body ?? (await upi(site, as)));
      expect((await click(await linkIn(member.email))).status).toBe(200);
      const back = await linkIn(thief, 'earlier email address again');
      expect((await click(back)).status).toBe(409);
      expect(await emailOf(member)).toBe(member.email);
    }
  });

  it('gets it back although an order of their own was approved since', async () => {
    const member = await makeMember(site);
    const { id } = await submitted(site, member, await upi(site, member));
    await move(member, box(member, 'thief'));
    expect(await approve(y, id)).toBe('APPROVED');
    expect((await click(await linkIn(member.email))).status).toBe(200);
    expect(await emailOf(member)).toBe(member.email);
  });

  it('loses it to a reader whose order of that time is approved after the click', async () => {
    const member = await valued();
    const buyer = box(member, 'buyer');
    await move(member, buyer);
    const { id } = await submitted(site, await reader(member), manual());
    expect((await click(await linkIn(member.email))).status).toBe(200);
    const back = await linkIn(buyer, 'earlier email address again');
    expect((await click(back)).status).toBe(409);
    expect(await approve(z, id)).toBe('APPROVED');
    expect((await click(back)).status).toBe(200);
    expect(await emailOf(member)).toBe(buyer);
  });
});

describe('an account that came back by a click', () => {
  /** Changes by one admin each; then the reader of the address that the last one left clicks. */
  const CHAINS: readonly (readonly [
    string,
    readonly (readonly [by: () => Account, to: string])[],
    readonly string[],
  ])[] = [
    ['from a thief', [[() => x, 'thief']], ['Vikram Shah']],
    [
      'to a thief, after another admin corrected it',
      [
        [() => x, 'thief'],
        [() => y, 'owner'],
      ],
      ['Leela Nair', 'Vikram Shah'],
    ],
    [
      'from the second of two addresses',
      [
        [() => y, 'second'],
        [() => x, 'third'],
      ],
      ['Leela Nair', 'Vikram Shah'],
    ],
  ];
  const addressChangeOf = async (refundId: string) => {
    const { body } = await site.call('GET', `${REFUNDS}/list?limit=100`, { token: z.token, ip: freshIp() });
    return body.data.records.find((row: { id: string }) => row.id === refundId).addressChanged;
  };

  it.each(CHAINS)(
    '%s: its movers decide nothing alone until two admins confirm an address',
    async (_, chain, names) => {
      await setRule(false);
      const member = await makeMember(site);
      const refundId = await madeRefund(site, member, z);
      let left = member.email;
      for (const [by, to] of chain) {
        left = (await emailOf(member)) ?? '';
        await age(member, 170);
        await move(member, to === 'owner' ? member.email : box(member, to), by());
      }
      expect((await click(await linkIn(left))).status).toBe(200);
      const { rows } = await sql<{
        n: number;
      }>`SELECT count(*)::int AS n FROM account_moves WHERE user_id = ${member.id}`.execute(site.database.platform);
      expect(rows[0]?.n).toBe(chain.length + 1);
      await age(member, 24 * 60);
      const listed = (await addressChangeOf(refundId)).by.split(', ');
      expect(listed.toSorted()).toEqual(names);
      const owner = await reader(member);
      for (const by of new Set(chain.map(([admin]) => admin()))) {
        const { id } = await submitted(site, owner, manual());
        expect(await approve(by, id)).toBe('PENDING');
      }
      expect(await approve(z, (await submitted(site, owner, manual())).id)).toBe('APPROVED');
      await moveByTwo(member, box(member, 'confirmed'));
      await age(member, 170);
      await setRule(false);
      expect(await approve(x, (await submitted(site, await reader(member), manual())).id)).toBe('APPROVED');
      expect(await addressChangeOf(refundId)).toBeUndefined();
    },
  );
});

describe('the addresses of strangers', () => {
  it.each([false, true])(
    'are not reserved by an account that is moved through them (with an order: %s)',
    async (isValued) => {
      const puppet = isValued ? await valued() : await makeMember(site);
      const strangers = ['one', 'two', 'three'].map((name) => box(puppet, name));
      for (const stranger of [...strangers, box(puppet, 'end')]) await move(puppet, stranger);
      for (const stranger of strangers)
        expect((await redeem(site, 'register', stranger, await freshCode(site, 'register', stranger))).status).toBe(
          201,
        );
      const owned = await redeem(site, 'register', puppet.email, await freshCode(site, 'register', puppet.email));
      expect([owned.status, owned.body.message]).toEqual([
        409,
        expect.stringContaining('was the address of another account'),
      ]);
    },
  );

  it('are not reserved by a click either', async () => {
    const member = await valued();
    const stranger = box(member, 'stranger');
    await move(member, stranger);
    expect((await click(await linkIn(member.email))).status).toBe(200);
    expect((await redeem(site, 'register', stranger, await freshCode(site, 'register', stranger))).status).toBe(201);
  });
});
