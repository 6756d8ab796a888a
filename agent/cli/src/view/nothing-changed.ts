/** Said of a run whose calls that may change something all failed. */
export const NOTHING_CHANGED = "nothing was changed";
