import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesOf, importsOf, packageFolders, sourcesOf, targetOf, type WrittenImport } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The packages of this repository that a package may import. A package that is not named here may not exist. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "runtime/core": [],
  "runtime/shell-judge": [],
  "runtime/edits": ["core"],
  "runtime/models": ["core"],
  "runtime/evals": ["core"],
  "runtime/code-mode": ["core"],
  "runtime/workspace": ["core", "shell-judge", "edits", "code-mode"],
  "runtime/mcp": ["core"],
  "runtime/adapters": ["core"],
  "agent/view": ["core"],
  "agent/acp": ["core", "view"],
  "agent/store": ["core"],
  "agent/durable": ["store"],
  "agent/server": ["core", "store", "view"],
  "agent/web": ["view"],
  "agent/cli": ["core", "models", "shell-judge", "workspace", "code-mode", "mcp", "acp", "store", "server", "view"],
};

const packages = packageFolders();
/** What others import it as, without the scope. */
const nameOf = (folder: string) =>
  String(JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")).name).replace("@toolwright/", "");
const importsOfPackage = (folder: string) => importsOf(sourcesOf(`${folder}/src`));
const shown = ({ file, specifier }: WrittenImport) => `${file} imports ${specifier}`;

/** Programs that the build writes into the page as texts: nobody loads them from the package. */
const IN_THE_PAGE: ReadonlySet<string> = new Set(["agent/web/src/diagrams/diagram-program.ts"]);

describe("packages", () => {
  it("are the ones that have rules", () => {
    expect(packages.filter((folder) => !Object.hasOwn(MAY_IMPORT, folder))).toEqual([]);
    expect(importsOfPackage("runtime/core").length).toBeGreaterThan(100);
  });

  it("are on the page of the architecture as they are here", () => {
    const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
    const rows = page.matchAll(/^\| `((?:runtime|agent)\/[\w-]+)` \|.*\| ([^|]+) \|$/gm);
    const said = [...rows].map(([, name = "", others = ""]) => [name, others === "nothing" ? [] : others.split(", ")]);
    expect(Object.fromEntries(said)).toEqual(MAY_IMPORT);
  });

  it("of the runtime import nothing of the application", () => {
    const ofAgent = Object.keys(MAY_IMPORT).flatMap((name) => (name.startsWith("agent/") ? [nameOf(name)] : []));
    const runtime = Object.entries(MAY_IMPORT).filter(([name]) => name.startsWith("runtime/"));
    expect(runtime.length).toBeGreaterThan(5);
    expect(runtime.filter(([, others]) => others.some((other) => ofAgent.includes(other)))).toEqual([]);
  });

  it("of the runtime lean on nothing of the application in their tests either", () => {
    const ofAgent = Object.keys(MAY_IMPORT).filter((name) => name.startsWith("agent/"));
    const names = ofAgent.map(
      (name): string => JSON.parse(readFileSync(join(ROOT, name, "package.json"), "utf8")).name,
    );
    const written = importsOf(filesOf("runtime"));
    const toAgent = written.filter(
      (one) => targetOf(one).startsWith("agent/") || names.some((name) => `${one.specifier}/`.startsWith(`${name}/`)),
    );
    expect(written.some(({ file }) => file.includes("/test/"))).toBe(true);
    expect(toAgent.map(shown)).toEqual([]);
  });

  it.each(packages)("%s imports only the packages it may", (name) => {
    const allowed = (MAY_IMPORT[name] ?? []).map((other) => `@toolwright/${other}`);
    const foreign = importsOfPackage(name)
      .filter(({ specifier }) => specifier === "toolwright" || specifier.startsWith("@toolwright/"))
      .filter(({ specifier }) => !allowed.some((other) => specifier === other || specifier.startsWith(`${other}/`)));
    expect(foreign.map(shown)).toEqual([]);
  });

  it.each(packages)("%s reaches into no other package by path", (name) => {
    const leaving = importsOfPackage(name)
      .filter(({ specifier }) => specifier.startsWith("."))
      .filter((written) => !targetOf(written).startsWith(`${name}/`));
    expect(leaving.map(shown)).toEqual([]);
  });

  it.each(packages)("%s declares what it imports", (name) => {
    const {
      dependencies = {},
      peerDependencies = {},
      devDependencies = {},
    } = JSON.parse(readFileSync(join(ROOT, name, "package.json"), "utf8"));
    const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
    // Types that none of its declarations names are needed only where it is built: see node-versions.test.ts.
    const forTypes = new Set(Object.keys(devDependencies));
    const undeclared = importsOfPackage(name)
      .filter(({ specifier }) => !specifier.startsWith(".") && !isBuiltin(specifier))
      .filter(({ specifier }) => !declared.has(packageOf(specifier)))
      .filter(({ file, specifier, when }) => {
        return (when !== "type" && !IN_THE_PAGE.has(file)) || !forTypes.has(packageOf(specifier));
      });
    expect(undeclared.map(shown)).toEqual([]);
  });
});

describe("core", () => {
  const imports = importsOfPackage("runtime/core");
  /** Which file loads which when it is loaded itself. */
  const links = imports
    .filter(({ specifier, when }) => specifier.startsWith(".") && when === "start")
    .map((written) => [written.file, targetOf(written)] as const);

  it("imports nothing of Node", () => {
    expect(imports.filter(({ specifier }) => isBuiltin(specifier)).map(shown)).toEqual([]);
  });

  it("imports only schema types, and its JSON Schema validator on first use", () => {
    const foreign = imports.filter(({ specifier, when }) => !specifier.startsWith(".") && when !== "type");
    const types = imports.filter(({ specifier, when }) => !specifier.startsWith(".") && when === "type");
    const loaded = loadedWith("runtime/core/src/index.ts", links);
    expect(foreign.filter(({ specifier }) => specifier !== "@cfworker/json-schema").map(shown)).toEqual([]);
    expect(foreign.filter(({ file, when }) => when === "start" && loaded.has(file)).map(shown)).toEqual([]);
    expect(new Set(types.map(({ specifier }) => specifier))).toEqual(
      new Set(
        ["@cfworker/json-schema", "@standard-schema/spec"].filter((name) =>
          types.some(({ specifier }) => specifier === name),
        ),
      ),
    );
  });

  it("has a kernel that knows none of the views that stand on it, not even by type", () => {
    const kernel = imports.filter(({ file, specifier }) => specifier.startsWith(".") && isKernel(file));
    const outside = kernel.filter(
      (written) => !isKernel(targetOf(written)) && !MAY_KNOW.has(folderOf(targetOf(written))),
    );
    expect(kernel.length).toBeGreaterThan(100);
    expect(outside.map(shown)).toEqual([]);
  });

  it("has no circle of imports in its kernel, whether by value, later or by type", () => {
    const inKernel = imports
      .filter((written) => written.specifier.startsWith(".") && isKernel(written.file) && isKernel(targetOf(written)))
      .map((written) => [written.file, targetOf(written)] as const);
    expect(circle(inKernel)).toBeUndefined();
  });

  it("has no circle of imports at run time, between files or between the folders of what is loaded at once", () => {
    expect(circle(links)).toBeUndefined();
    const loaded = loadedWith("runtime/core/src/index.ts", links);
    const leaves = new Set([...loaded].filter((file) => !links.some(([from]) => from === file)));
    // A file that needs nothing, such as a small helper, ties no folder to another.
    const between = links.filter(([from, to]) => loaded.has(from) && !leaves.has(to));
    expect(circle(between.map(([from, to]) => [folderOf(from), folderOf(to)] as const))).toBeUndefined();
  });
});

describe("the search for imports", () => {
  it("finds circles, and ways to import", () => {
    expect(
      circle([
        ["a", "b"],
        ["b", "c"],
        ["c", "a"],
      ]),
    ).toEqual(["a", "b", "c", "a"]);
    expect(
      circle([
        ["a", "b"],
        ["a", "c"],
        ["b", "c"],
      ]),
    ).toBeUndefined();
    const whens = new Set(importsOfPackage("runtime/core").map(({ when }) => when));
    expect(whens).toEqual(new Set(["type", "start", "later"]));
  });
});

/** What runs a call. A view gives tools, registries or runs another way to be used, and attaches it itself. */
const KERNEL: ReadonlySet<string> = new Set([
  "budget",
  "async",
  "json",
  "options",
  "text",
  "tool",
  "schema",
  "registry",
  "dependencies",
  "logging",
  "run",
  "result",
  "secrets",
  "journal",
  "model",
]);
/** The reason why a run ended is a word of the journal too; small helpers of types stand beside the index. */
const MAY_KNOW: ReadonlySet<string> = new Set(["loop", "steer", "the surface"]);

function isKernel(file: string): boolean {
  return KERNEL.has(folderOf(file));
}

/** The index and what stands beside it in `src` is the surface: it may import every folder, and none imports it. */
function folderOf(file: string): string {
  const [folder = "", rest] = file.replace("runtime/core/src/", "").split("/", 2);
  return rest === undefined ? "the surface" : folder;
}

/** Everything that is loaded together with a file. */
function loadedWith(entry: string, links: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) for (const [from, to] of links) if (from === file) loaded.add(to);
  return loaded;
}

function circle(links: readonly (readonly [string, string])[]): string[] | undefined {
  const next = new Map<string, string[]>();
  for (const [from, to] of links) if (from !== to) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const to of next.get(node) ?? []) {
      const found = visit(to, [...path, node]);
      if (found !== undefined) return found;
    }
    done.add(node);
    return undefined;
  };
  for (const node of next.keys()) {
    const found = visit(node, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}

function packageOf(specifier: string): string {
  const [scope = "", name] = specifier.split("/");
  return scope.startsWith("@") ? `${scope}/${name}` : scope;
}
