/** Forms that do not come through yet. The aim is none: a form whose day has come leaves this list. */
export const STILL_REFUSED: ReadonlySet<string> = new Set<string>([]);
