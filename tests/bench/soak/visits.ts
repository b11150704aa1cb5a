/** What people do on an ordinary day of a sale, as visits of several requests on one connection. */
import { png, pngChunk } from '../../support/media-files.ts';
import { freshAddresses, signInOf, uploadOf } from '../attacks.ts';
import { type Answer, type Line, openLine, percentile, request } from '../client.ts';
import type { Person } from '../people.ts';

const PICTURE_BYTES = 30_000;
/** Of the purchases in the queue, those that an admin decides in one visit. */
const DECISIONS_MAX = 5;
/** Every so many decisions one is a rejection. */
const REJECT_EVERY = 20;

/** The accounts of one company, all with a session, and the password of the members. */
export interface People {
  readonly members: readonly Person[];
  readonly admins: readonly Person[];
  readonly password: string;
}

/** What the program acknowledged with 200: compared with the database at the end. */
export interface Acknowledged {
  readonly submitted: Set<string>;
  readonly approved: Set<string>;
  readonly rejected: Set<string>;
}

/** Times of requests in ms, and answers that nobody expects, since `take` was called the last time. */
export class Tally {
  #times: number[] = [];
  readonly unexpected = new Map<string, number>();

  note(step: string, status: number, ms: number): void {
    this.#times.push(ms);
    if (status === 200) return;
    const what = `${step} ${status === 0 ? 'cut' : status}`;
    this.unexpected.set(what, (this.unexpected.get(what) ?? 0) + 1);
  }

  take(): { readonly count: number; readonly p50: number; readonly p99: number } {
    const sorted = this.#times.sort((a, b) => a - b);
    this.#times = [];
    return { count: sorted.length, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  }
}

type Ask = (step: string, bytes: Buffer) => Promise<Answer>;

interface Visit {
  /** Of 100 visits. */
  readonly share: number;
  readonly run: (ask: Ask, address: string, nth: number) => Promise<void>;
}

/** The visits of one sale on one port. */
export class Day {
  readonly tally = new Tally();
  readonly acknowledged: Acknowledged = { submitted: new Set(), approved: new Set(), rejected: new Set() };
  readonly #port: number;
  readonly #people: People;
  readonly #networks: number;
  readonly #freshAddress = freshAddresses(100);
  readonly #waiting: string[] = [];
  #decisions = 0;
  #turns = 0;
  readonly #visits: readonly Visit[] = [
    { share: 55, run: (ask, address) => this.#look(ask, address) },
    { share: 30, run: (ask, address) => this.#read(ask, address) },
    { share: 8, run: (ask, address, nth) => this.#decide(ask, address, nth) },
    { share: 5, run: (ask, address, nth) => this.#buy(ask, address, nth) },
    { share: 2, run: (ask, address, nth) => this.#signIn(ask, address, nth) },
  ];

  /** @param networks from which visitors come in turn; by default each visit comes from a new one */
  constructor(port: number, people: People, networks = Number.POSITIVE_INFINITY) {
    this.#port = port;
    this.#people = people;
    this.#networks = networks;
  }

  #addressOf(nth: number): string {
    if (this.#networks === Number.POSITIVE_INFINITY) return this.#freshAddress();
    const network = nth % this.#networks;
    return `100.64.${network >> 8}.${network & 255}`;
  }

  /** The nth visit of the day; the kinds are mixed evenly, the same way each time. Never throws. */
  async visit(nth: number): Promise<void> {
    let rest = (nth * 37) % 100;
    const kind = this.#visits.find(({ share }) => {
      rest -= share;
      return rest < 0;
    });
    let line: Line | null = null;
    const ask: Ask = async (step, bytes) => {
      const startMs = performance.now();
      try {
        line ??= await openLine(this.#port);
        const answer = await line.ask(bytes);
        this.tally.note(step, answer.status, performance.now() - startMs);
        return answer;
      } catch (cause) {
        this.tally.note(step, 0, performance.now() - startMs);
        throw cause;
      }
    };
    // A cut connection is counted in the tally.
    await kind?.run(ask, this.#addressOf(nth), nth).catch(() => undefined);
    (line as Line | null)?.close();
  }

  #get(path: string, headers: Record<string, string>): Buffer {
    return request('GET', path, this.#port, { headers });
  }

  async #look(ask: Ask, address: string): Promise<void> {
    const headers = { 'X-Forwarded-For': address };
    const page = await ask('landing page', this.#get('/', headers));
    const style = /\/_astro\/[\w./-]+\.css/.exec(page.body.toString())?.[0];
    if (style) await ask('style sheet', this.#get(style, headers));
    await ask('registration', this.#get('/register', headers));
  }

  async #read(ask: Ask, address: string): Promise<void> {
    const headers = { 'X-Forwarded-For': address, Cookie: `authToken=${this.#member().secret}` };
    for (const path of ['/user/dashboard', '/user/payment-history', '/user/buy-token'])
      await ask(path, this.#get(path, headers));
  }

  async #buy(ask: Ask, address: string, nth: number): Promise<void> {
    const member = this.#member();
    const picture = png({ extra: [pngChunk('tEXt', Buffer.alloc(PICTURE_BYTES, `buyer ${nth} `))] });
    const uploaded = await ask('upload', uploadOf(this.#port, member, address, picture));
    if (uploaded.status !== 200) return;
    const submitted = await ask(
      'submission',
      request('POST', '/api/v1/user/package/purchase', this.#port, {
        headers: {
          Authorization: member.secret,
          'X-Forwarded-For': address,
          'Idempotency-Key': `soak-${nth}-0123456789`,
        },
        body: {
          paymentMethod: 'UPI',
          amount: '118.00',
          purchaseAmount: '100.00',
          purchaseId: `PUR-${String(nth % 1_000_000).padStart(6, '0')}`,
          referenceNumber: String(700_000_000_000 + nth),
          receiptId: JSON.parse(uploaded.body.toString()).data[0].id,
        },
      }),
    );
    if (submitted.status !== 200) return;
    const { id } = JSON.parse(submitted.body.toString()).data;
    this.acknowledged.submitted.add(id);
    this.#waiting.push(id);
  }

  async #decide(ask: Ask, address: string, nth: number): Promise<void> {
    const admin = this.#people.admins[nth % this.#people.admins.length] as Person;
    const page = { 'X-Forwarded-For': address, Cookie: `accessToken=${admin.secret}` };
    const headers = { 'X-Forwarded-For': address, Authorization: admin.secret };
    await ask('/admin/purchaserequest', this.#get('/admin/purchaserequest', page));
    for (const id of this.#waiting.splice(0, DECISIONS_MAX)) {
      const isRejected = ++this.#decisions % REJECT_EVERY === 0;
      const [call, body] = isRejected
        ? ['reject', { id, reason: 'The screenshot shows another payment.' }]
        : ['approve', { id }];
      const path = `/api/v1/admin/transaction/${call}`;
      const { status } = await ask(call, request('POST', path, this.#port, { headers, body }));
      if (status === 200) this.acknowledged[isRejected ? 'rejected' : 'approved'].add(id);
    }
    await ask('search', this.#get('/api/v1/admin/transaction/list?limit=10&search=bench', headers));
  }

  async #signIn(ask: Ask, address: string, nth: number): Promise<void> {
    const email = `member${nth % this.#people.members.length}@bench.example`;
    const origin = { Origin: `http://localhost:${this.#port}` };
    const signedIn = await ask('sign-in', signInOf(this.#port, email, this.#people.password, address, origin));
    const cookie = /\r\nset-cookie: authToken=([^;]+)/i.exec(signedIn.head)?.[1];
    if (signedIn.status !== 200 || cookie === undefined) return;
    await ask(
      '/user/dashboard',
      this.#get('/user/dashboard', { 'X-Forwarded-For': address, Cookie: `authToken=${cookie}` }),
    );
    const { token } = JSON.parse(signedIn.body.toString()).data;
    const headers = { 'X-Forwarded-For': address, Authorization: token };
    await ask('sign-out', request('POST', '/api/v1/user/auth/logout', this.#port, { headers, body: {} }));
  }

  /** Everybody in turn. */
  #member(): Person {
    return this.#people.members[this.#turns++ % this.#people.members.length] as Person;
  }
}
