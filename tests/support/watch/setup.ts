/** Runs for every file of tests that start programs: what held a main thread fails the test, or the file when it came after the last one. */
import { afterAll, afterEach } from 'vitest';
import { expectNothingHeld } from './held.ts';

afterEach(expectNothingHeld);
afterAll(expectNothingHeld);
