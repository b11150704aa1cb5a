/**
 * Reads statements of 10,000 rows in each format, and how long the thread that serves pages was busy meanwhile. Then one of
 * them over HTTP: read, imported and compared with the claims, while another admin asks for a list.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readStatementFile } from '../../src/lib/reconciliation/statement/reading/service.ts';
import { makePlan, type Plan } from '../support/statements/plan.ts';
import { TEXT_LAYOUTS } from '../support/statements/text-layouts.ts';
import { WORKBOOK_LAYOUTS } from '../support/statements/workbook-layouts.ts';
import type { Bench } from './bench.ts';
import { askAs, whileOthersAsk } from './others.ts';
import { openSessions } from './people.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany, topUp } from './seed.ts';

const FILES = ['HDFC delimited', 'HDFC', 'ICICI', 'SBI new'] as const;

async function measure(name: (typeof FILES)[number], plan: Plan): Promise<Row> {
  const bytes = { ...TEXT_LAYOUTS, ...WORKBOOK_LAYOUTS }[name]?.make(plan) ?? new Uint8Array();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedMs = performance.now();
  const { rows, problems } = await readStatementFile(bytes, { companyId: 'company', account: null });
  const tookMs = performance.now() - startedMs;
  delay.disable();
  if (rows.length !== plan.rows.length || problems.length > 0) throw new Error(`${name}: ${problems[0]?.message}`);
  const longestMs = delay.max / 1e6;
  const format = { 80: 'XLSX', 208: 'XLS' }[bytes[0] ?? 0] ?? 'text';
  return {
    what: `a statement of ${rows.length.toLocaleString('en-IN')} rows, ${name}, ${format}`,
    figure: `${ms(tookMs)}, others wait ${ms(longestMs)} at most`,
    bar: '5 s, 100 ms',
    peer: `${(bytes.length / 1e6).toFixed(1)} MB`,
    isMet: tookMs <= 5000 && longestMs <= 100,
  };
}

/** A quarter of the purchases is pending. */
async function measureOverHttp(bench: Bench, plan: Plan, purchases: number): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('statement');
  const program = await bench.serve({ databaseUrl: url });
  const company = await siteCompany(client);
  await topUp(client, { members: purchases / 10, purchases });
  const [admin, other] = await openSessions(client, company, 'admin', 2);
  await client.query(
    `INSERT INTO beneficiaries (company_id, holder_name, bank_name, branch, account_number, ifsc_code, upi)
     VALUES ($1, 'Bench Private Limited', 'HDFC Bank', 'Fort, Mumbai', $2, $3, '')`,
    [company, plan.accountNumber, plan.ifsc],
  );
  interface Draft {
    readonly draftId: string;
    readonly newRows: number;
  }
  const [ask, askOther] = [askAs<Draft>(admin?.secret ?? '', program.port), askAs(other?.secret ?? '', program.port)];
  const form = new FormData();
  form.append(
    'statement',
    new File([(WORKBOOK_LAYOUTS.HDFC?.make(plan) ?? new Uint8Array()) as BlobPart], 'statement.xls'),
  );
  // A program that has just started answers its first list later: it loads the code, connects and plans.
  for (let nth = 0; nth < 20; nth++) await askOther('transaction/list?status=PENDING&limit=10');
  const read = await whileOthersAsk(askOther, () => ask('reconciliation/statement/read', form));
  const { draftId } = read.result;
  const imported = await whileOthersAsk(askOther, () => ask('reconciliation/statement/import', { draftId }));
  if (imported.result.newRows !== plan.rows.length) throw new Error(`${imported.result.newRows} rows were imported`);
  const compared = await whileOthersAsk(askOther, () => ask('reconciliation/summary/get'));
  await program.stop();
  const count = (value: number): string => value.toLocaleString('en-IN');
  const row = (what: string, { tookMs, othersMs }: { tookMs: number; othersMs: number }, maxMs: number): Row => ({
    what: `${what} over HTTP, ${count(plan.rows.length)} rows, XLS`,
    figure: `${ms(tookMs)}, p99 of a list meanwhile ${ms(othersMs)}`,
    bar: `${maxMs / 1000} s, 100 ms`,
    peer: `${count(purchases)} purchases`,
    isMet: tookMs <= maxMs && othersMs <= 100,
  });
  return [
    row('a statement read', read, 5_000),
    row('a statement imported', imported, 5_000),
    row('the summary after it', compared, 2_000),
  ];
}

export async function statementRows(bench: Bench, rows: number, purchases: number): Promise<Row[]> {
  const plan = makePlan({ seed: 1, rows });
  const measured: Row[] = [];
  for (const name of FILES) measured.push(await measure(name, plan));
  return [...measured, ...(await measureOverHttp(bench, plan, purchases))];
}
