/** What a company does on its way to the launch of its token, in order (docs/contract.md, Launch). */
export const LAUNCH_STATES = ['SELLING', 'COLLECTING_ADDRESSES', 'FROZEN', 'PACKED'] as const;
export type LaunchState = (typeof LAUNCH_STATES)[number];
