import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sourcesOf } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDERS = ["runtime/core", "runtime/models", "runtime/workspace", "agent/store", "agent/cli"].map(
  (folder) => `${folder}/src`,
);

it("one place calls a model; whatever else does is a model around another one", () => {
  const callers = FOLDERS.flatMap(sourcesOf).filter((file) =>
    /\.completionStream\(/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(callers).toEqual([
    "runtime/core/src/loop/call-model.ts",
    "runtime/core/src/strict/with-strict-tools.ts",
    "runtime/core/src/telemetry/with-prices.ts",
    "runtime/core/src/testing/tape/record-tape.ts",
    "runtime/core/src/tool-search/naming-model.ts",
    "runtime/models/src/fallback/with-fallback.ts",
    "runtime/models/src/providers/model.ts",
    "agent/cli/src/model/offline/offline-model.ts",
    "agent/cli/src/pick/session-model.ts",
  ]);
});
