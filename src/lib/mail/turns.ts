export interface Turn {
  /** Resolves when everybody who came before has ended. Who comes again waits no longer. */
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
      let before: Promise<unknown> | null = null;
      return {
        async come() {
          if (!before) {
            before = last;
            // Who gives up while waiting lets nobody past those who are before.
            last = Promise.all([before, ended]);
          }
          await before;
        },
        end: () => end(),
      };
    },
  };
}
