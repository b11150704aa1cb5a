/** The command line of operators. Prints what it found and did; the exit code tells too. */
import path from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { access } from './access.ts';
import { backup, type Say } from './backup.ts';
import { withDatabase } from './database.ts';
import { restore } from './restore.ts';
import { type Verification, verifyAudit, verifyLedger } from './verify.ts';

/** @returns whether all is well */
type Command = (config: Config, args: readonly string[], say: Say) => Promise<boolean>;

const verified =
  (verify: Verification): Command =>
  (config, _args, say) =>
    withDatabase(config, ({ database }) => verify(database, say));

/** From where npm was called: it runs scripts in the project's own folder. */
const fileOf = (name: string): string => path.resolve(process.env.INIT_CWD ?? process.cwd(), name);

const COMMANDS: Readonly<Record<string, Command>> = {
  'ledger:verify': verified(verifyLedger),
  'audit:verify': verified(verifyAudit),
  access: (config, args, say) => withDatabase(config, ({ database }) => access(database, config, args, say)),
  backup: (config, [file], say) => backup(config, file === undefined ? null : fileOf(file), say),
  restore: (config, [file], say) => {
    if (file === undefined) throw new Error('Name the file: npm run restore -- FILE');
    return restore(config, fileOf(file), say);
  },
};

/** 0 when all is well, 1 when something does not fit, 2 when it could not be done. */
async function main(name: string, args: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`Unknown command '${name}'. There are: ${Object.keys(COMMANDS).join(', ')}\n`);
    return 2;
  }
  try {
    const say: Say = (line) => void process.stdout.write(`${line}\n`);
    return (await command(readConfig(process.env), args, say)) ? 0 : 1;
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv[2] ?? '', process.argv.slice(3));
