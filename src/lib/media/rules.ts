/** Hours after which an unused file is deleted: enough to fill in a form slowly. */
export const UNATTACHED_HOURS_MAX = 24;
