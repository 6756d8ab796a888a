import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("the code that checks/invariants/check-invariants.mjs takes out is where it says", () => {
  const { status, stderr } = spawnSync(process.execPath, ["checks/invariants/check-invariants.mjs", "--find"], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
