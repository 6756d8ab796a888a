import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sourcesOf } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["core", "models", "workspace", "durable", "cli"].map((name) => `packages/${name}/src`);

it("one place calls a model; whatever else does is a model around another one", () => {
  const callers = FOLDERS.flatMap(sourcesOf).filter((file) =>
    /\.completionStream\(/.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(callers).toEqual([
    "packages/core/src/loop/call-model.ts",
    "packages/core/src/strict/with-strict-tools.ts",
    "packages/core/src/telemetry/with-prices.ts",
    "packages/models/src/tape/record-tape.ts",
  ]);
});
