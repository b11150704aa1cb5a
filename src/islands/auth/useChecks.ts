import { useLazyModule } from '../useLazyModule.ts';

/** Loads the checks and calls of the forms before the sign-in. */
export const useChecks = () => useLazyModule(() => import('./checks.ts'));
