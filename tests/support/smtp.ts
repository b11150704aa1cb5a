/** A real mail server on a free port of the loopback address; what it takes is parsed and kept. */
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly mail: Email;
  readonly raw: string;
}

export interface SmtpOptions {
  /** An earlier server's port, to come back on. */
  readonly port?: number;
  /** Answers to RCPT TO: a code of 4xx or 5xx refuses. */
  readonly recipient?: (address: string) => number | null;
  /** Waited for after the whole mail has come and before it is accepted; a code refuses it. */
  readonly accept?: (mail: Email) => Promise<number | null>;
  readonly user?: { readonly name: string; readonly password: string };
}

export interface Smtp {
  readonly port: number;
  readonly url: string;
  /** Accepted mails, in order. */
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

export async function startSmtp({ port = 0, recipient, accept, user }: SmtpOptions = {}): Promise<Smtp> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !user,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth(auth, _session, done) {
      const right = auth.username === user?.name && auth.password === user?.password;
      done(right ? null : refusal(535, 'wrong user or password'), right ? { user: auth.username } : undefined);
    },
    onRcptTo(address, _session, done) {
      const code = recipient?.(address.address);
      done(code ? refusal(code, `<${address.address}> is not served`) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const mail = await PostalMime.parse(raw);
        const code = await accept?.(mail);
        if (code) return done(refusal(code, 'not taken'));
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        received.push({ from, to: rcptTo.map((it) => it.address), mail, raw: raw.toString('latin1') });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const address = server.server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  const who = user ? `${user.name}:${encodeURIComponent(user.password)}@` : '';
  return {
    port: bound,
    url: `smtp://${who}127.0.0.1:${bound}`,
    received,
    stop: () => new Promise((done) => server.close(done)),
  };
}
