export interface Turn {
  /** Resolves when everybody who came before has ended. */
  come(): Promise<void>;
  /** Lets the next one in; whether this one came or not. */
  end(): void;
}

/** Turns that are taken one after the other, in the order of coming. */
export function oneByOne(): { turn(): Turn } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    turn() {
      let end = (): void => {};
      const ended = new Promise<void>((done) => {
        end = done;
      });
      return {
        async come() {
          const before = last;
          // Who gives up while waiting lets nobody past those who are before.
          last = Promise.all([before, ended]);
          await before;
        },
        end: () => end(),
      };
    },
  };
}
