import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMember, PASSWORD } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { freshCode, newAddress, redeem, registration } from '../support/codes.ts';
import { type Answer, freshIp, type Site, startSite } from '../support/site.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'breached-'));
const file = path.join(folder, 'breached.txt');

let site: Site;
beforeAll(async () => {
  fs.writeFileSync(file, 'Purple Monkey Dishwasher\r\nhunter2hunter2\n');
  site = await startSite({ env: { BREACHED_PASSWORDS_FILE: file } });
});
afterAll(async () => {
  await site.remove();
  fs.rmSync(folder, { recursive: true });
});

const OF_A_NAME = 'This password is easy to guess, because it is made of a name. Please choose another.';
const MOST_USED = 'This password is among the most used ones. Please choose another.';

describe('low: a password that an attacker tries first', () => {
  it('is refused at registration in every usual decoration, without costing a try', async () => {
    const email = newAddress();
    const code = await freshCode(site, 'register', email);
    const register = (password: string): Promise<Answer> =>
      site.call('POST', '/api/v1/user/auth/register', {
        ip: freshIp(),
        body: registration(email, code, { name: 'Asha Raowadekar', password }),
      });
    for (const password of ['asharaowadekar', 'Raowadekar2026!', 'R@0wadekar_1', `${SYMBOL}-${SYMBOL}-2026`])
      expect([password, (await register(password)).body.message]).toEqual([password, OF_A_NAME]);
    for (const password of ['P@ssw0rd2026!', 'Sunshine#1999', 'purple monkey dishwasher', 'Hunter2Hunter2'])
      expect([password, (await register(password)).body.message]).toEqual([password, MOST_USED]);
    expect((await register('asha likes the long rain')).status).toBe(201);
  });

  it('is refused at a change, and at a reset only to the owner of the code', async () => {
    const member = await makeMember(site, { name: 'Jignesh Vaghani' });
    const change = await site.call('PUT', '/api/v1/user/auth/password/update', {
      token: member.token,
      body: { password: PASSWORD, newPassword: 'Vaghani@2026' },
    });
    expect([change.status, change.body.message]).toEqual([422, OF_A_NAME]);
    const withoutCode = await redeem(site, 'reset', member.email, '000000', { password: 'Vaghani@2026' });
    expect(withoutCode.body.message).not.toBe(OF_A_NAME);
    const code = await freshCode(site, 'reset', member.email);
    expect((await redeem(site, 'reset', member.email, code, { password: 'Vaghani@2026' })).body.message).toBe(
      OF_A_NAME,
    );
    expect((await redeem(site, 'reset', member.email, code)).status).toBe(200);
  });

  it('the program does not start with a list that it cannot read', async () => {
    const start = startSite({ env: { BREACHED_PASSWORDS_FILE: path.join(folder, 'missing.txt') } });
    await expect(start).rejects.toThrow(/BREACHED_PASSWORDS_FILE: .*missing.txt cannot be read/);
  });
});
