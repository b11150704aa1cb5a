/** The operators' command line. Prints what it did; the exit code shows the outcome. */
import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { ApiError } from '../core/errors.ts';
import { access } from './access.ts';
import { backup, type Print } from './backup.ts';
import { clusterHosts } from './cluster-hosts.ts';
import { moveCompany } from './company-move.ts';
import { withDatabase } from './database.ts';
import { moveMedia, verifyMedia } from './media.ts';
import { verifyProof } from './proof.ts';
import { restore } from './restore.ts';
import { confirmRollbacks } from './rollbacks.ts';
import { sealAgain } from './seal/service.ts';
import { type Verification, verifyAudit, verifyLedger } from './verify.ts';

/** @returns whether everything is in order */
type Command = (config: Config, args: readonly string[], print: Print) => Promise<boolean>;

const ANCHOR = '--anchor';

const verification =
  (verify: Verification): Command =>
  (config, args, print) => {
    const [option, file, ...more] = args;
    if (option !== undefined && (option !== ANCHOR || file === undefined || more.length > 0))
      throw new Error(`The only option is ${ANCHOR} FILE.`);
    return withDatabase(config, ({ database }) =>
      verify(database, config, print, file === undefined ? null : fileOf(file)),
    );
  };

/** Relative to the folder where npm was called, because npm runs scripts in the project's folder. */
const fileOf = (name: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), name);

const UNSEALED = '--unsealed';

const COMMANDS: Readonly<Record<string, Command>> = {
  'ledger:verify': verification(verifyLedger),
  'audit:verify': verification(verifyAudit),
  'ledger:confirm-rollback': (config, args, print) =>
    withDatabase(config, ({ database }) => confirmRollbacks(database, config, args, print)),
  'proof:verify': (_config, args, print) => verifyProof(args, fileOf, print),
  access: (config, args, print) => withDatabase(config, ({ database }) => access(database, config, args, print)),
  backup: (config, [file], print) => backup(config, file === undefined ? null : fileOf(file), print),
  restore: (config, args, print) => {
    const [file, ...more] = args.filter((arg) => arg !== UNSEALED);
    if (file === undefined || file.startsWith('-') || more.length > 0)
      throw new Error(`Name the file: npm run restore -- FILE [${UNSEALED}]`);
    return restore(config, fileOf(file), { acceptsUnsealed: args.includes(UNSEALED) }, print);
  },
  'cluster:hosts': (config, args, print) => withDatabase(config, ({ database }) => clusterHosts(database, args, print)),
  'company:move': (config, args, print) => moveCompany(config, args, fileOf, print),
  'media:move': moveMedia,
  'media:verify': verifyMedia,
  'secret:seal': (config, args, print) =>
    withDatabase(config, ({ database }) => sealAgain(database, config, args, print)),
};

/** @returns the exit code: 0 in order, 1 a problem in the data, 2 the command could not run */
async function main(name: string, args: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`Unknown command '${name}'. Known commands: ${Object.keys(COMMANDS).join(', ')}\n`);
    return 2;
  }
  try {
    const print: Print = (line) => void process.stdout.write(`${line}\n`);
    return (await command(readConfig(process.env), args, print)) ? 0 : 1;
  } catch (cause) {
    process.stderr.write(`${messageOf(cause)}\n`);
    return 2;
  }
}

/** People see no cause of a storage that is away; operators need it. */
function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const why = cause instanceof ApiError && cause.cause instanceof Error ? ` (${cause.cause.message})` : '';
  return `${cause.message}${why}`;
}

process.exitCode = await main(process.argv[2] ?? '', process.argv.slice(3));
