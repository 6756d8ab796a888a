import type { ExecutorTest } from "./limits.ts";
export const closingCases: readonly ExecutorTest[] = [];
