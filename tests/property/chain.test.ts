import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_HEAD, GENESIS_HASH, type Head, sealOf, verifyChain } from '@/lib/audit/chain.ts';
import { type AuditContent, canonicalAudit } from '@/lib/audit/rules.ts';
import { canonicalJson, type Jsonable } from '@/lib/core/canonical.ts';
import { type SealedEntry, sealEntry, verifyLedger } from '@/lib/ledger/chain.ts';
import { canonicalEntry, entryProblem, remainingSupply } from '@/lib/ledger/rules.ts';

const content = fc.record({
  companyId: fc.constant('c1'),
  userId: fc.constantFrom('u1', 'u2', 'u3'),
  quantity: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  kind: fc.constantFrom('PURCHASE', 'REWARD', 'ADJUSTMENT'),
  sourceId: fc.uuid(),
  createdAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((it) => it.toISOString()),
});

const chain = fc.array(content, { minLength: 3, maxLength: 12 }).map((contents) => {
  const entries: SealedEntry[] = [];
  let head: Head = EMPTY_HEAD;
  for (const it of contents) {
    const entry = sealEntry(it, head);
    entries.push(entry);
    head = entry;
  }
  return { entries, head };
});

const check = async (entries: readonly SealedEntry[], head: Head) => (await verifyLedger(entries, head)).fault;
const at = (entries: readonly SealedEntry[], n: number) => entries[n % entries.length] as SealedEntry;

describe('the ledger chain', () => {
  it('has a published form: this entry has this hash for good', () => {
    const entry = sealEntry(
      {
        companyId: '0190f2b6-7c1a-7000-8000-000000000001',
        userId: '0190f2b6-7c1a-7000-8000-000000000002',
        quantity: 4000n,
        kind: 'PURCHASE',
        sourceId: '0190f2b6-7c1a-7000-8000-000000000003',
        createdAt: '2026-11-21T10:05:00.123Z',
      },
      EMPTY_HEAD,
    );
    expect(canonicalEntry(entry)).toBe(
      `["stock.1","0190f2b6-7c1a-7000-8000-000000000001","1","0190f2b6-7c1a-7000-8000-000000000002","4000","PURCHASE",` +
        `"0190f2b6-7c1a-7000-8000-000000000003","2026-11-21T10:05:00.123Z","${GENESIS_HASH}"]`,
    );
    expect(entry.hash).toBe('0xf773af2c655e735222b4b525b37dc106a00f05a51e8fbaf467aedd0ea7813388');
    expect(sealOf('')).toBe('0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('holds as it was written, with the sum of each member', () =>
    fc.assert(
      fc.asyncProperty(chain, async ({ entries, head }) => {
        const report = await verifyLedger(entries, head);
        expect(report.fault).toBeNull();
        const total = entries.reduce((sum, it) => sum + it.quantity, 0n);
        expect([...report.balances.values()].reduce((a, b) => a + b, 0n)).toBe(total);
      }),
    ));

  it('is empty before its first entry', async () => expect(await check([], EMPTY_HEAD)).toBeNull());

  it('finds any edit of any field of any entry, and names it', () => {
    const edits: ((it: SealedEntry) => Partial<SealedEntry>)[] = [
      () => ({ companyId: 'c2' }),
      (it) => ({ userId: it.userId === 'u1' ? 'u2' : 'u1' }),
      (it) => ({ quantity: it.quantity + 1n }),
      (it) => ({ quantity: -it.quantity }),
      (it) => ({ kind: it.kind === 'REWARD' ? 'PURCHASE' : 'REWARD' }),
      (it) => ({ sourceId: `${it.sourceId}0` }),
      (it) => ({ createdAt: new Date(Date.parse(it.createdAt) + 1).toISOString() }),
      () => ({ prevHash: `0x${'1'.repeat(64)}` }),
      () => ({ hash: `0x${'1'.repeat(64)}` }),
    ];
    return fc.assert(
      fc.asyncProperty(chain, fc.nat(), fc.constantFrom(...edits), async ({ entries, head }, n, edit) => {
        const victim = at(entries, n);
        const bent = entries.map((it) => (it === victim ? { ...it, ...edit(it) } : it));
        expect((await check(bent, head))?.seq).toBe(victim.seq);
      }),
    );
  });

  it('finds an entry edited and sealed again', () =>
    fc.assert(
      fc.asyncProperty(chain, fc.nat(), async ({ entries, head }, n) => {
        const victim = at(entries, n);
        const forged = sealEntry(
          { ...victim, quantity: victim.quantity + 1n },
          { seq: victim.seq - 1n, hash: victim.prevHash },
        );
        const fault = await check(
          entries.map((it) => (it === victim ? forged : it)),
          head,
        );
        expect(fault).not.toBeNull();
        expect((fault?.seq ?? 0n) - victim.seq <= 1n).toBe(true);
      }),
    ));

  it('finds any entry taken out, also the last, and names it', () =>
    fc.assert(
      fc.asyncProperty(chain, fc.nat(), async ({ entries, head }, n) => {
        const victim = at(entries, n);
        expect(
          (
            await check(
              entries.filter((it) => it !== victim),
              head,
            )
          )?.seq,
        ).toBe(victim.seq);
      }),
    ));

  it('finds two entries that changed places', () =>
    fc.assert(
      fc.asyncProperty(chain, fc.nat(), fc.nat(), async ({ entries, head }, m, n) => {
        const [a, b] = [at(entries, m), at(entries, n)];
        fc.pre(a !== b);
        const moved = entries.map((it) => (it === a ? b : it === b ? a : it));
        expect(await check(moved, head)).not.toBeNull();
        const renumbered = moved.map((it, index) => ({ ...it, seq: BigInt(index + 1) }));
        expect(await check(renumbered, head)).not.toBeNull();
      }),
    ));

  it('finds an entry put in anywhere, also at the end and well sealed', () =>
    fc.assert(
      fc.asyncProperty(chain, content, fc.nat(), async ({ entries, head }, extra, n) => {
        const place = n % (entries.length + 1);
        const before: Head = entries[place - 1] ?? EMPTY_HEAD;
        const bent = [...entries.slice(0, place), sealEntry(extra, before), ...entries.slice(place)];
        expect(await check(bent, head)).not.toBeNull();
        expect(await check([...entries, at(entries, n)], head)).not.toBeNull();
      }),
    ));

  it('finds that the head names another entry', () =>
    fc.assert(
      fc.asyncProperty(chain, async ({ entries, head }) => {
        expect(await check(entries, { ...head, hash: GENESIS_HASH })).not.toBeNull();
        expect((await check(entries, EMPTY_HEAD))?.seq).toBe(1n);
      }),
    ));
});

describe('the audit chain', () => {
  it('seals all that an entry says', async () => {
    const base: AuditContent = {
      scopeId: 's',
      seq: 1n,
      actorKind: 'admin',
      actorId: 'a',
      action: 'purchase.approve',
      subjectKind: 'purchase',
      subjectId: 'p',
      before: { status: 'PENDING' },
      after: { status: 'APPROVED', quantity: '4000' },
      createdAt: '2026-11-21T10:05:00.123Z',
      prevHash: GENESIS_HASH,
    };
    const hash = sealOf(canonicalAudit(base));
    const reordered = { ...base, after: { quantity: '4000', status: 'APPROVED' }, hash };
    expect(await verifyChain([reordered], canonicalAudit, { seq: 1n, hash })).toBeNull();
    const edits: Partial<AuditContent>[] = [
      { scopeId: 't' },
      { actorKind: 'super' },
      { actorId: null },
      { action: 'purchase.reject' },
      { subjectKind: 'user' },
      { subjectId: null },
      { before: null },
      { after: { status: 'APPROVED', quantity: '4001' } },
      { createdAt: '2026-11-21T10:05:00.124Z' },
    ];
    for (const edit of edits) {
      const fault = await verifyChain([{ ...base, hash, ...edit }], canonicalAudit, { seq: 1n, hash });
      expect([edit, fault?.reason]).toEqual([edit, 'the content of entry 1 was changed']);
    }
  });
});

describe('canonicalJson', () => {
  const shuffled = (value: Jsonable): Jsonable => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, it]) => [key, shuffled(it)]),
    );
  };
  it('is the same for the same value, whatever the order of keys, and after a way through JSON', () =>
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value as Jsonable);
        expect(canonicalJson(shuffled(value as Jsonable))).toBe(text);
        expect(canonicalJson(JSON.parse(JSON.stringify(value)) as Jsonable)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    ));
});

describe('stock', () => {
  const tokens = fc.bigInt({ min: 0n, max: 10n ** 15n });
  it('never falls below 0', () =>
    fc.assert(
      fc.property(tokens, fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (balance, change) => {
        const ok = entryProblem('ADJUSTMENT', change, balance) === null;
        expect(ok).toBe(change !== 0n && balance + change >= 0n);
        expect(entryProblem('PURCHASE', change, balance) === null).toBe(change > 0n);
      }),
    ));
  it('is what neither members have nor orders hold', () =>
    fc.assert(
      fc.property(tokens, tokens, tokens, (privateSupply, credited, held) => {
        const left = remainingSupply({ privateSupply, credited, held });
        expect(left >= 0n && (left === 0n || left + credited + held === privateSupply)).toBe(true);
      }),
    ));
});
