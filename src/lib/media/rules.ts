/** Hours after which an unused file is deleted: enough to fill in a form slowly. */
export const UNATTACHED_HOURS_MAX = 24;
/** Hours after which bytes without a row belong to an upload that was interrupted. An upload stores them within minutes. */
export const ARRIVAL_HOURS_MAX = 1;
