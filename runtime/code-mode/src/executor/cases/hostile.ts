import type { ExecutorTest } from "./limits.ts";
export const hostileCases: readonly ExecutorTest[] = [];
