import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';

/** Ledger and audit trail fit, as the commands of the operations guide say. @param env where the program's data are */
export function expectVerified(env: Record<string, string>): void {
  for (const [command, says] of [
    ['ledger:verify', /^ok ledger/m],
    ['audit:verify', /^ok audit/m],
  ] as const) {
    const text = execFileSync(process.execPath, ['dist/server/cli.mjs', command], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
    expect(text).toMatch(says);
  }
}
