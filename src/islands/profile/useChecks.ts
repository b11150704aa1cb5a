import { useLazyModule } from '../useLazyModule.ts';

/** Loads the checks of the profile's forms. */
export const useChecks = () => useLazyModule(() => import('./checks.ts'));
