/**
 * Commits on a server that has standbys: the answer comes when one of them has the transaction (docs/decisions/0402). Until
 * then nobody sees its rows, and a caller that waited too long hears that the database is away.
 */
import type pg from 'pg';
import type { Connection } from './connection.ts';
import { UnconfirmedCommit } from './errors.ts';

const unconfirmed = new WeakSet<object>();

/**
 * Notes the warning that a commit no longer waits for a standby: PostgreSQL reports success next, and a failover loses it. Only
 * an operator's cancel does that; the limit of statements does not hold for the wait.
 */
export function noteCancelledWait(client: object, { routine }: { readonly routine?: string | undefined }): void {
  if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client);
}

/** True when what the connection reported last may be lost. */
export const isUnconfirmed = (client: object): boolean => unconfirmed.has(client);

/** @throws UnconfirmedCommit after `msMax`, which it tells `onLate` first */
export async function answerWithin<T>(answer: Promise<T>, msMax: number, onLate: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      onLate();
      fail(new UnconfirmedCommit());
    }, msMax);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nobody else gets the connection before the database has answered: each one that waits would otherwise cost another. */
export function releaseAfter(client: Connection, commit: Promise<pg.QueryResult> | null): void {
  Promise.resolve(commit).then(
    () => client.release(),
    () => client.release(true),
  );
}
