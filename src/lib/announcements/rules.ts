/** Members in one transaction while an announcement is sent. */
export const BATCH = 100;

export const WAITS = 'The announcement waits for a second admin.';
