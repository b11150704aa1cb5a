/** What the settings need to check what was typed and to send it; it comes with the first touch of the page. */
export { problemsOf } from '@/islands/problems.ts';
export { updateSettings } from '@/lib/settings/change-contract.ts';
