import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFile,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KnownFolders } from "./known-folders.ts";

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "known-folders-")));
  root = join(base, "root");
  mkdirSync(root);
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Finds every file. */
function all(): KnownFolders<string> {
  return new KnownFolders(root, {
    most: 10_000,
    read: (path, entries = []) => ({
      found: entries.filter((entry) => !entry.isDirectory()).map(({ name }) => `${path}/${name}`),
      enters: entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
    }),
  });
}

const sorted = async (folders: KnownFolders<string>) => [...(await folders.find())].sort();

/** Only a folder that has rested shows each change. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 60));

/** Looks until nothing has to be looked at any more. */
async function settle(folders: KnownFolders<string>): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    await folders.find();
    await rest();
  }
  await folders.find();
  expect(folders.lookedAt).toBe(1);
}

async function watched(): Promise<KnownFolders<string>> {
  const folders = all();
  await settle(folders);
  return folders;
}

describe.runIf(process.platform === "linux")("folders that are known", () => {
  beforeEach(() => {
    for (const folder of ["a/b/c", "d/e", "f"]) mkdirSync(join(root, folder), { recursive: true });
    for (const file of ["a/1", "a/b/2", "a/b/c/3", "d/e/4"]) writeFileSync(join(root, file), "");
  });

  it("are not looked at where none has changed, and of many only the one in which something was made", async () => {
    for (let index = 0; index < 400; index += 1) mkdirSync(join(root, `f/${index}`));
    await rest();
    const folders = await watched();
    writeFileSync(join(root, "f/7/new"), "");
    expect(await folders.find()).toContain(join(root, "f/7/new"));
    expect(folders.lookedAt).toBe(2);
  });

  it("show at once what another program has made, moved or taken away, and what lies in another folder by now", async () => {
    const folders = await watched();
    for (const line of [
      "echo > a/b/c/new",
      "mv a/b/c/new d/e/moved",
      "mv d/e a/e && mkdir d/e && echo > d/e/in-another",
      "mv a x && mv d a && mv x d",
      "rm -r d/b && mkdir -p d/b/c && echo > d/b/c/again",
      "ln d/1 f/hard; ln -s ../d/1 f/soft",
      "mv a/e e && mv d/b a/e && mv e d/b",
      "mv d ../away",
      "mkdir -p d/b/c && echo > d/b/c/under-an-old-name",
      `mv ../root ../other && mkdir ../root && cp -r ../other/d ../root/a`,
    ]) {
      await settle(folders);
      execFileSync("sh", ["-c", line], { cwd: root });
      expect([line, await sorted(folders)]).toEqual([line, await sorted(all())]);
    }
  });

  it("show what is made while this process is told of something else", async () => {
    const folders = await watched();
    const found = await new Promise<readonly string[]>((resolve) => {
      readFile(join(root, "a/1"), () => {
        writeFileSync(join(root, "d/e/new"), "");
        resolve(folders.find());
      });
    });
    expect(found).toContain(join(root, "d/e/new"));
  });

  it("show what is there after any changes", async () => {
    const name = fc.constantFrom("a", "b", "c", "d");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    const change = fc.oneof(
      fc.record({ kind: fc.constant("write"), path, to: path }),
      fc.record({ kind: fc.constant("make"), path, to: path }),
      fc.record({ kind: fc.constant("remove"), path, to: path }),
      fc.record({ kind: fc.constant("move"), path, to: path }),
      fc.record({ kind: fc.constant("link"), path, to: path }),
      fc.record({ kind: fc.constant("rest"), path, to: path }),
    );
    const folders = all();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.boolean(), async (changes, looksOften) => {
        for (const { kind, path: at, to } of changes) {
          if (kind === "rest") await rest();
          else makeChange(kind, join(root, at), join(root, to));
          if (looksOften) expect(await sorted(folders)).toEqual(await sorted(all()));
        }
        expect(await sorted(folders)).toEqual(await sorted(all()));
      }),
      { numRuns: 100 },
    );
  });

  it("are looked at where more has changed at once than the kernel tells", async () => {
    const folders = await watched();
    for (let time = 0; time < 20_000; time += 1) utimesSync(join(root, time % 2 === 0 ? "a/1" : "a/b/2"), time, time);
    writeFileSync(join(root, "d/e/late"), "");
    expect(await folders.find()).toContain(join(root, "d/e/late"));
  });

  it("are looked at where this process watches something else, too", async () => {
    const folders = await watched();
    const other = watch(base, () => undefined);
    await folders.find();
    expect(folders.lookedAt).toBe(7);
    other.close();
    await rest();
    for (let time = 0; time < 3; time += 1) await folders.find();
    expect(folders.lookedAt).toBe(1);
  });
});

function makeChange(kind: string, path: string, to: string): void {
  try {
    if (kind === "write") writeFileSync(path, "");
    if (kind === "make") mkdirSync(path, { recursive: true });
    if (kind === "remove") rmSync(path, { recursive: true });
    if (kind === "move") renameSync(path, to);
    if (kind === "link") symlinkSync(to, path);
  } catch {
    // What cannot be done changes nothing.
  }
}
