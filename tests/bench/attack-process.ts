/** The attacker's own process: `attack.ts` forks it, tells it the attack, and reads what the attacker was answered. */
import './alias.ts';
import { ATTACKS, type Target } from './attacks.ts';

export interface AttackOrder {
  readonly nth: number;
  readonly target: Target;
}
/** Answers to the attacker, by status. */
export type AttackAnswers = Readonly<Record<number, number>>;

process.once('message', ({ nth, target }: AttackOrder) => {
  const over = new AbortController();
  const answers: Record<number, number> = {};
  const attack = ATTACKS[nth]?.run(target, over.signal, (status) => {
    answers[status] = (answers[status] ?? 0) + 1;
  });
  attack?.catch((cause: unknown) => {
    process.stderr.write(`${cause}\n`);
    process.exit(1);
  });
  process.once('message', () => {
    over.abort();
    process.send?.(answers, () => process.exit(0));
  });
});
process.on('disconnect', () => process.exit(0));
