/** Sends many mails to a server that takes 100 ms for each, and one code behind them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { inTransaction, openDatabase } from '../../src/lib/db/client.ts';
import { serverConnections } from '../../src/lib/db/company-login.ts';
import { configureMail, enqueue } from '../../src/lib/mail/service.ts';
import { welcome } from '../../src/lib/mail/templates/auth.ts';
import { secretsOf } from '../../src/lib/secrets.ts';
import type { Bench } from './bench.ts';
import { perSecond, type Row } from './rows.ts';

const SERVER_MS = 100;
const MAILS_PER_SECOND_MIN = 100;
const CODE_SECONDS_MAX = 5;
const CODE_TO = 'behind@example.com';
const BATCH = 500;

interface Taken {
  readonly to: string;
  readonly atMs: number;
}

async function startServer(): Promise<{ url: string; taken: Taken[]; stop: () => Promise<void> }> {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', async () => {
        await sleep(SERVER_MS);
        for (const { address } of envelope.rcptTo) taken.push({ to: address, atMs: performance.now() });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    taken,
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}

async function fill(bench: Bench, url: string, mails: number): Promise<void> {
  const database = openDatabase({ ...serverConnections(url, secretsOf(bench.secret)), poolSize: 2 });
  configureMail({ secrets: secretsOf(bench.secret), from: 'no-reply@example.com' });
  const brand = { name: 'Bench', symbol: 'COWL', siteUrl: 'http://localhost' };
  const content = welcome({ brand, name: 'Asha Rao', memberId: 'COWL0000000' });
  for (let from = 0; from < mails; from += BATCH)
    await inTransaction(database.platform, async (tx) => {
      for (let nth = from; nth < Math.min(mails, from + BATCH); nth++)
        await enqueue(tx, { companyId: null, to: `m${nth}@example.com`, kind: 'welcome', ...content });
    });
  await database.close();
}

export async function mailRows(bench: Bench, mails: number): Promise<Row[]> {
  const { url } = await bench.makeDatabase('mail');
  await (await bench.serve({ databaseUrl: url })).stop();
  await fill(bench, url, mails);
  const server = await startServer();
  const program = await bench.serve({ databaseUrl: url, env: { SMTP_URL: server.url } });
  while (server.taken.length === 0) await sleep(5);
  const requestedMs = performance.now();
  const answer = await fetch(`http://localhost:${program.port}/api/v1/user/auth/register/otp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: `http://localhost:${program.port}` },
    body: JSON.stringify({ name: 'Asha Rao', email: CODE_TO, mobile: '98765 43210' }),
  });
  if (!answer.ok) throw new Error(`the code was refused: ${answer.status} ${await answer.text()}`);
  while (server.taken.length < mails + 1) await sleep(20);
  await program.stop();
  await server.stop();
  const [first, last] = [server.taken[0]?.atMs ?? 0, server.taken.at(-1)?.atMs ?? 0];
  const codeSeconds = ((server.taken.find(({ to }) => to === CODE_TO)?.atMs ?? Infinity) - requestedMs) / 1000;
  const rate = (mails / (last - first)) * 1000;
  const behind = `${mails.toLocaleString('en-IN')} mails, a server that takes ${SERVER_MS} ms for each`;
  return [
    {
      what: 'mails sent by one node',
      figure: perSecond(rate),
      bar: perSecond(MAILS_PER_SECOND_MIN),
      peer: behind,
      isMet: rate >= MAILS_PER_SECOND_MIN,
    },
    {
      what: 'a code behind waiting mails, from the request to the server',
      figure: `${codeSeconds.toFixed(2)} s`,
      bar: `${CODE_SECONDS_MAX} s`,
      peer: behind,
      isMet: codeSeconds <= CODE_SECONDS_MAX,
    },
  ];
}
