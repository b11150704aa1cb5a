import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Files of more than a minute, slowest first. */
const SLOWEST = [
  'long/call-walks',
  'long/screens',
  'long/stored-text',
  'long/attack-admins',
  'long/symbols',
  'long/attack-m12',
  'long/offline',
  'long/backup',
  'long/spec-messages',
  'long/start',
  'long/launch-pack',
  'api/matrix',
  'api/call-walks',
];

/** Starts the slowest files first, so that at the end no worker waits for one of them. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const nth = SLOWEST.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`));
      return nth === -1 ? SLOWEST.length : nth;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
