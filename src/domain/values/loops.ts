/** The name under which a tab reports that the browser grants the lock to no tab: none of them sends or reads. */
export const LOCK_LOOP = "lock"
