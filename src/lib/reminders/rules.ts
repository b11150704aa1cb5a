/** Days after which a member is no longer reminded of a rejection or of missing data. */
export const REMIND_WITHIN_DAYS = 14;

/** Members in one transaction. */
export const BATCH = 100;
