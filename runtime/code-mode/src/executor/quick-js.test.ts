import { describe, test } from "vitest";
import { executorCases } from "./cases/executor-cases.ts";
import { quickJs } from "./quick-js.ts";

describe("QuickJS on this thread", () => {
  for (const { name, run } of executorCases(quickJs({ threads: false }))) test(name, run);
});

describe("QuickJS in threads", () => {
  for (const { name, run } of executorCases(quickJs())) test(name, run);
});
