/** The command line of operators: `ledger:verify`, `audit:verify`. Prints what it found; the exit code tells too. */
import { readConfig } from '../config.ts';
import { withDatabase } from './database.ts';
import { type Verification, verifyAudit, verifyLedger } from './verify.ts';

const COMMANDS: Readonly<Record<string, Verification>> = {
  'ledger:verify': verifyLedger,
  'audit:verify': verifyAudit,
};

/** 0 when all is well, 1 when something does not fit, 2 when it could not be looked at. */
async function main(name: string): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`Unknown command '${name}'. There are: ${Object.keys(COMMANDS).join(', ')}\n`);
    return 2;
  }
  try {
    const config = readConfig(process.env);
    const fits = await withDatabase(config, (database) =>
      command(database, (line) => void process.stdout.write(`${line}\n`)),
    );
    return fits ? 0 : 1;
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv[2] ?? '');
