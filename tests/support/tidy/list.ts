/** Prints the breaches under a path: `npx node tests/support/tidy/list.ts src/lib/auth`. */
import { breachesIn, readProject, shown } from './house.ts';

const prefix = process.argv[2] ?? '';
const lines = breachesIn(readProject())
  .filter(({ path }) => path.startsWith(prefix))
  .map(shown);
process.stdout.write(`${lines.join('\n')}\n${lines.length} breaches\n`);
