import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../../checks/frameworks/vitest-evals");

it("vitest-evals runs, judges and reports an agent", () => {
  const words = ["node_modules/vitest/vitest.mjs", "run", "--reporter=json", "--no-color"];
  // The Vitest around this one says by its variables how it runs.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: FOLDER, encoding: "utf8", env });
  const report = JSON.parse(stdout.slice(stdout.indexOf("{")) || "{}");
  expect(report, stderr).toMatchObject({ success: true, numPassedTests: 2 });
  const [{ assertionResults }] = report.testResults;
  expect(assertionResults[0].meta).toMatchObject({ eval: { scores: [{ name: "Politeness", score: 1 }] } });
  expect(assertionResults[0].meta.harness).toMatchObject({
    name: "refunds",
    run: { session: { model: "scripted" }, usage: { toolCalls: 2 } },
  });
});
