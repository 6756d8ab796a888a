/** What the command tells the shell: it went well, the work failed, or it was used wrongly. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;
