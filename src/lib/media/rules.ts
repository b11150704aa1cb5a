/** So long a file stays that nothing refers to: the time of a form that is filled in slowly, and no more. */
export const UNATTACHED_KEPT_HOURS = 24;
