import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ConfigurationRecord } from "./configuration-record.ts";

const change = (time: number) => ({ time, kind: "model_chosen", about: "a" }) as const;

function setUp() {
  const stateDirectory = mkdtempSync(join(tmpdir(), "configuration-record-"));
  onTestFinished(() => rmSync(stateDirectory, { recursive: true, force: true }));
  const record = new ConfigurationRecord({ root: "/folder", stateDirectory });
  const folder = join(stateDirectory, "configuration");
  return { record, stateDirectory, fileOf: () => join(folder, readdirSync(folder)[0] ?? "") };
}

it("keeps a change that follows a line which a full disk or the end of a process has cut", async () => {
  const { record, fileOf } = setUp();
  expect(await record.newest()).toEqual([]);
  await record.add(change(1));
  appendFileSync(fileOf(), '{"time":2,"ki');
  await record.add(change(3));
  await record.add(change(4));
  expect(await record.newest()).toEqual([change(4), change(3), change(1)]);
});

it("says that it cannot be read, in place of that nothing was changed", async () => {
  const { record, stateDirectory } = setUp();
  writeFileSync(join(stateDirectory, "configuration"), "in its way");
  await expect(record.newest()).rejects.toThrow(/ENOTDIR/);
});
