/**
 * For `timeoutMs` of a tool that runs an agent or calls of other tools: those have limits of their own, in which no
 * person is waited for, and the call around them has none.
 */
export const NO_DEADLINE_MS = Number.MAX_SAFE_INTEGER;
