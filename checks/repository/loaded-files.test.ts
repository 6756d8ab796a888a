import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { packageFolders } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");

/** A program that defines tools and has them called, with defaults and with everything switched on. */
const FIRST_CALLS = ["checks/repository/first-calls.mjs"];

const MODULE = ["--input-type=module", "--eval"];

/** A program that has a tool with a plain JSON Schema called. */
const PLAIN_SCHEMA = `
  import { defineTool, ToolRegistry, ToolRunner } from "@toolwright/core";
  const input = { type: "object", properties: { said: { type: "string" } } };
  const greet = defineTool({ name: "greet", description: "Greets.", input, execute: ({ said }) => said });
  const runner = new ToolRunner({ registry: new ToolRegistry([greet]) });
  const { result } = await runner.exec({ name: "greet", arguments: { said: "hello" } });
  if (result.output.text !== "hello") throw new Error(JSON.stringify(result));
`;

describe("what of core is loaded", () => {
  it("is three files for an import", () => {
    const files = loadedBy([...MODULE, 'import "@toolwright/core";']);

    expect(files.map(nameIn("runtime/core/dist/joined"))).toEqual(["index.js", "more.js", "shared.js"]);
  });

  it("is one file more for a run that calls a tool with everything switched on", () => {
    const files = loadedBy(FIRST_CALLS).filter((file) => file.includes("/dist/"));

    expect(files.map(nameIn("runtime/core/dist/joined"))).toEqual(["index.js", "machinery.js", "more.js", "shared.js"]);
  });

  it("is two files more for a tool with a plain JSON Schema, of which one is the validator", () => {
    const files = loadedBy([...MODULE, PLAIN_SCHEMA]).map(nameIn("runtime/core/dist/joined"));
    const judging = files.filter((file) =>
      ["cfworker-validator.js", "judging.js", "rare.js", "beside.js"].includes(file),
    );

    expect(judging).toEqual(["cfworker-validator.js", "judging.js"]);
  });

  it.each(["internal", "prompt", "class-tools"])("leaves out of %s what few runs need", (entry) => {
    const files = loadedBy([...MODULE, `import "@toolwright/core/${entry}";`]);

    expect(files.map(nameIn("runtime/core/dist/joined"))).toContain(`${entry}.js`);
    expect(files.map(nameIn("runtime/core/dist/joined"))).not.toContain("rare.js");
  });
});

describe("the packages that are joined", () => {
  it.each(joinedPackages())("hold no file of %s twice, so that every class is one", (name) => {
    const folder = join(ROOT, name, "dist/joined");
    const maps = readdirSync(folder).filter((file) => file.endsWith(".js.map"));
    const sources = maps.flatMap((map): string[] => JSON.parse(readFileSync(join(folder, map), "utf8")).sources);

    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((source, place) => sources.indexOf(source) !== place)).toEqual([]);
  });

  it.each(joinedPackages())("have no character in %s for which V8 keeps a file in two bytes a character", (name) => {
    const folder = join(ROOT, name, "dist/joined");
    const files = readdirSync(folder).filter((file) => file.endsWith(".js"));
    const isWide = (file: string) => /[\u0100-\uffff]/.test(readFileSync(join(folder, file), "utf8"));

    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(isWide)).toEqual([]);
  });

  it("cost a run of the command a few files each", () => {
    const words = ["run", "--model", "offline", "--workspace", "docs", "--", "List the files here"];
    const joined = loadedBy(["agent/cli/bin/toolwright.js", ...words])
      .map((file) => relative(ROOT, file))
      .filter((file) => joinedPackages().some((name) => file.startsWith(`${name}/`)));

    expect(joined.filter((file) => !file.includes("/dist/joined/"))).toEqual([]);
    expect(joined.filter((file) => file.startsWith("runtime/workspace/")).length).toBeGreaterThan(0);
    expect(joined.filter((file) => file.startsWith("runtime/code-mode/"))).toEqual([]);
    expect(joined.length).toBeLessThan(35);
  });
});

it("loads no web stack of Node's with the tools of a folder", () => {
  const program = `await import("@toolwright/workspace"); console.log(process.moduleLoadList.join("\\n"))`;
  const loaded = execFileSync(process.execPath, [...MODULE, program], { cwd: ROOT, encoding: "utf8" }).split("\n");

  expect(loaded).toContain("NativeModule fs");
  expect(loaded.filter((name) => /^NativeModule (https?|tls|.*undici)$/.test(name))).toEqual([]);
});

/** Those whose main entry is a joined file. */
function joinedPackages(): readonly string[] {
  return packageFolders().filter((folder) => {
    const { exports } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    return String(exports["."]?.default).includes("/joined/");
  });
}

/** The files that Node loads for these words, in a process of its own: all but what is Node's. */
function loadedBy(words: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-loaded-"));
  try {
    execFileSync(process.execPath, words, {
      cwd: ROOT,
      env: { ...process.env, HOME: folder, NODE_OPTIONS: "", NODE_V8_COVERAGE: folder },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const scripts: readonly { url: string }[] = readdirSync(folder)
      .filter((name) => name.startsWith("coverage-"))
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).result);
    const files = scripts.filter(({ url }) => url.startsWith("file:") && !url.includes("[eval"));
    return files.map(({ url }) => fileURLToPath(url)).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function nameIn(folder: string): (file: string) => string {
  return (file) => relative(join(ROOT, folder), file);
}
