/** Which host names are some company's, asked before a request is served at all, files included. */

/** So long a name that was added or taken away may be answered as before; the company itself is read with each request. */
const KEPT_MS = 5_000;
/** Names that nobody has can be made up without end. */
const KEPT_MAX = 1_000;

export interface HostDirectory {
  /** Whether a company's site has this name, lower case and without a port. */
  has(name: string): boolean | Promise<boolean>;
}

/** @param ask of the database */
export function createHostDirectory(ask: (name: string) => Promise<boolean>): HostDirectory {
  const kept = new Map<string, { known: boolean; untilMs: number }>();
  const learn = async (name: string): Promise<boolean> => {
    const known = await ask(name);
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(name, { known, untilMs: performance.now() + KEPT_MS });
    return known;
  };
  return {
    has: (name) => {
      const found = kept.get(name);
      if (found && found.untilMs > performance.now()) return found.known;
      // While nobody can be asked, what was known stands: the page says that the records can't be reached.
      return found ? learn(name).catch(() => found.known) : learn(name);
    },
  };
}
