/** Checks of the settings; they bring the schemas, so they load at the first interaction. */

export { problemsOf } from '@/islands/ui/form-problems.ts';
export { updateSettings } from '@/lib/settings/update/contract.ts';
