/** Choices from a seed, so that a walk can be repeated. */
import { randomFrom } from '../statements/plan.ts';

export class Draw {
  readonly #random: (max: number) => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
    // The first numbers of near seeds are near each other.
    for (let nth = 0; nth < 4; nth++) this.#random(2);
  }

  below(max: number): number {
    return this.#random(Math.max(1, max));
  }

  isOneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  weighted<T extends { readonly weight: number }>(list: readonly T[]): T | undefined {
    const sum = list.reduce((total, { weight }) => total + weight, 0);
    let rest = (this.below(1_000_000) / 1_000_000) * sum;
    for (const item of list) {
      rest -= item.weight;
      if (rest < 0) return item;
    }
    return list.at(-1);
  }
}
