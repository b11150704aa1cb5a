/** Somebody between the program and the mail server removes the offer of STARTTLS and reads along. */
import net from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSuper } from '../support/accounts.ts';
import { askCode, newAddress } from '../support/codes.ts';
import { type Site, startSite } from '../support/site.ts';

/** Reaches this machine, and is no loopback address for the program. */
const HOST = '0.0.0.0';
const PASSWORD = 'mail-password-71c3';
const USER = 'sale';

interface Wire {
  readonly url: (query?: string) => string;
  /** Everything that the program sent, as the attacker reads it. */
  readonly seen: () => string;
  /** Recipients of accepted mails. */
  readonly recipients: readonly string[];
  stop(): Promise<void>;
}

const portOf = (server: net.Server): number => (server.address() as net.AddressInfo).port;

/** A mail server that offers STARTTLS and AUTH, behind an attacker who removes STARTTLS and refuses it. */
async function startStripped(): Promise<Wire> {
  const recipients: string[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const real = portOf(server.server);
  let seen = '';
  const attacker = net.createServer((client) => {
    const far = net.connect(real, '127.0.0.1');
    far.on('error', () => client.destroy());
    client.on('error', () => far.destroy());
    client.on('close', () => far.destroy());
    far.on('close', () => client.destroy());
    far.on('data', (chunk) => client.write(chunk.toString('latin1').replace(/STARTTLS/g, 'XXXXXXXX')));
    client.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      if (/^STARTTLS/im.test(chunk.toString('latin1'))) client.write('500 unknown command\r\n');
      else far.write(chunk);
    });
  });
  await new Promise<void>((ready) => attacker.listen(0, HOST, ready));
  return {
    url: (query = '') => `smtp://${USER}:${PASSWORD}@${HOST}:${portOf(attacker)}${query}`,
    seen: () => seen,
    recipients,
    stop: async () => {
      attacker.close();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

const secretsOf = (seen: string): string[] =>
  [PASSWORD, Buffer.from(PASSWORD).toString('base64'), Buffer.from(`\0${USER}\0${PASSWORD}`).toString('base64')].filter(
    (secret) => seen.includes(secret),
  );

describe('M4: STARTTLS is removed on the way to the mail server', () => {
  let wire: Wire;
  let site: Site;
  beforeAll(async () => {
    wire = await startStripped();
    site = await startSite({ env: { SMTP_URL: wire.url() } });
  });
  afterAll(async () => {
    await site?.remove();
    await wire?.stop();
  });

  test('neither the password nor a code is sent, and the log says why', async () => {
    const email = newAddress();
    expect((await askCode(site, 'register', email)).status).toBe(200);
    await expect.poll(site.output, { timeout: 10_000 }).toContain('mail: the mail server cannot be used');
    await expect.poll(site.output, { timeout: 10_000 }).toContain('mail: the mail server failed');
    expect(site.output()).toContain('does not offer encryption (STARTTLS)');
    expect(secretsOf(wire.seen())).toEqual([]);
    expect(wire.seen()).not.toMatch(/AUTH|MAIL FROM|code/i);
    expect(wire.seen()).not.toContain(email);
    const row = await site.database.platform
      .selectFrom('mails')
      .select(['state', 'sent_at'])
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'WAITING', sent_at: null });
  });

  test('the health board says so', async () => {
    const owner = await makeSuper(site);
    const mailHealth = async () =>
      (await site.call('GET', '/api/v1/superadmin/dashboard/get', { token: owner.token })).body.data.health.mail;
    // A node reports every 15 seconds.
    await expect
      .poll(async () => (await mailHealth()).problem, { timeout: 20_000, interval: 500 })
      .toContain('STARTTLS');
    expect((await mailHealth()).state).toBe('bad');
  });

  test('with ?tls=off the operator accepts it, and the code arrives', async () => {
    const open = await startSite({ env: { SMTP_URL: wire.url('?tls=off') } });
    try {
      const email = newAddress();
      await askCode(open, 'register', email);
      await expect.poll(() => wire.recipients).toContain(email);
    } finally {
      await open.remove();
    }
  });

  test('a server with the certificate of an attacker gets neither the password nor a code', async () => {
    const recipients: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      onAuth: (auth, _session, done) => {
        recipients.push(`signed in as ${auth.username}`);
        done(null, { user: auth.username });
      },
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address);
        done();
      },
    });
    server.on('error', () => {});
    await new Promise<void>((ready) => server.listen(0, HOST, ready));
    const site = await startSite({ env: { SMTP_URL: `smtp://${USER}:${PASSWORD}@${HOST}:${portOf(server.server)}` } });
    try {
      await askCode(site, 'register', newAddress());
      await expect.poll(site.output, { timeout: 10_000 }).toContain('mail: the mail server failed');
      expect(recipients).toEqual([]);
    } finally {
      await site.remove();
      await new Promise<void>((done) => server.close(() => done()));
    }
  });
});
