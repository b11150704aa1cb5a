/** A member's own statement, read from one snapshot of the database: a member has few rows, so it is one page. */
import { formatIsoDay } from '../../core/format.ts';
import { inSnapshot } from '../../db/client.ts';
import { inLanguage } from '../../languages/service.ts';
import { actorOf, type UseCase } from '../../scope.ts';
import { EXPORT_MIMES } from '../calls.ts';
import { csvOf } from '../formats/csv.ts';
import { exportFileName } from '../rules.ts';
import type * as calls from './calls.ts';
import { linesOf, statementColumns } from './mapper.ts';
import { readStatement } from './store.ts';

export const exportStatement: UseCase<typeof calls.exportStatement> = async (scope, { language = 'en' }) => {
  const lines = linesOf(await inSnapshot(scope.db, (tx) => readStatement(tx, scope.company.id, actorOf(scope).id)));
  const chunks = await inLanguage(language, () =>
    Array.fromAsync(
      csvOf(
        statementColumns(),
        (async function* () {
          yield lines;
        })(),
      ),
    ),
  );
  const name = exportFileName(scope.company.token_symbol, 'statement', formatIsoDay(scope.now), 'csv');
  return { file: { name, mime: EXPORT_MIMES.csv, chunks: streamed(chunks) } };
};

async function* streamed(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
