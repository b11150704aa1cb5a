/*
 * A statement that was dropped on another page, on its way to the reconciliation: a file survives a change of page only in
 * the browser's own database. It is deleted when it is taken, and not taken when it is old.
 */

const NAME = 'statement';
const STORE = 'files';
const KEY = 'dropped';
const AGE_MAX_MS = 60_000;

/** In the address of the page that takes the file. */
export const HANDOVER_HASH = '#dropped';

interface Dropped {
  readonly file: File;
  readonly atMs: number;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return settled(request);
}

/** @throws DOMException if the browser stores nothing, as in some private windows */
export async function storeStatement(file: File): Promise<void> {
  const database = await open();
  try {
    const dropped: Dropped = { file, atMs: Date.now() };
    await settled(database.transaction(STORE, 'readwrite').objectStore(STORE).put(dropped, KEY));
  } finally {
    database.close();
  }
}

/** @returns the file that was dropped just before, once; null if there is no such file */
export async function takeStatement(): Promise<File | null> {
  try {
    const database = await open();
    const dropped = await settled<Dropped | undefined>(database.transaction(STORE).objectStore(STORE).get(KEY));
    database.close();
    indexedDB.deleteDatabase(NAME);
    return dropped && Date.now() - dropped.atMs < AGE_MAX_MS ? dropped.file : null;
  } catch {
    return null;
  }
}
