/** Which host names belong to a company. The server checks this before it serves anything, files included. */

/** How long a name that was added or removed may be answered as before; each request reads the company itself. */
const TTL_MS = 5_000;
/** Names that no company has can be made up without end. */
const ENTRIES_MAX = 1_000;

export interface HostDirectory {
  /** Whether a company's site has this name, lower case and without a port. */
  has(name: string): boolean | Promise<boolean>;
}

/** @param lookUp reads the database */
export function createHostDirectory(lookUp: (name: string) => Promise<boolean>): HostDirectory {
  const entries = new Map<string, { isCompany: boolean; freshUntilMs: number }>();
  const refresh = async (name: string): Promise<boolean> => {
    const isCompany = await lookUp(name);
    if (entries.size >= ENTRIES_MAX) entries.clear();
    entries.set(name, { isCompany, freshUntilMs: performance.now() + TTL_MS });
    return isCompany;
  };
  return {
    has: (name) => {
      const entry = entries.get(name);
      if (entry && entry.freshUntilMs > performance.now()) return entry.isCompany;
      // While the database is down the last answer counts: the page then says that the records cannot be reached.
      return entry ? refresh(name).catch(() => entry.isCompany) : refresh(name);
    },
  };
}

export interface ClusterDirectory {
  /** The cluster that serves the host, lower case and without a port; null for hosts of this one, and unknown ones. */
  clusterOf(host: string): string | null;
}

/**
 * Answers from memory, and reads the directory again when it is older than `TTL_MS` and somebody needs it. While the database is
 * down the last answer counts, because the other clusters serve meanwhile.
 * @param first the directory at the start
 */
export function createClusterDirectory(
  first: ReadonlyMap<string, string>,
  read: () => Promise<ReadonlyMap<string, string>>,
): ClusterDirectory {
  let clusters = first;
  let freshUntilMs = performance.now() + TTL_MS;
  let isReading = false;
  const refresh = async (): Promise<void> => {
    isReading = true;
    clusters = await read().catch(() => clusters);
    freshUntilMs = performance.now() + TTL_MS;
    isReading = false;
  };
  return {
    clusterOf: (host) => {
      if (!isReading && performance.now() > freshUntilMs) void refresh();
      return clusters.get(host) ?? null;
    },
  };
}
