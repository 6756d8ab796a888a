import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** The folders of all packages from the root of the repository, such as `runtime/core`. */
export function packageFolders(): string[] {
  return ["runtime", "agent"]
    .flatMap((shelf) => readdirSync(join(ROOT, shelf)).map((name) => `${shelf}/${name}`))
    .filter((folder) => existsSync(join(ROOT, folder, "package.json")));
}

/** One import as it is written. */
export interface WrittenImport {
  /** From the root of the repository, with forward slashes. */
  readonly file: string;
  readonly specifier: string;
  /** `type`: gone at run time. `later`: `import()`. */
  readonly when: "type" | "start" | "later";
}

/** The sources that are shipped: no tests, no test data, no built files. */
export function sourcesOf(folder: string): string[] {
  return filesOf(folder).filter((file) => !/\.(test|test-d|test-data|isolated\.test)\.tsx?$/.test(file));
}

/** The same with the tests. */
export function filesOf(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: ROOT,
    exclude: (name) => /^(node_modules|dist)$/.test(String(name)),
  })
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted();
}

/** Every import of these files. */
export function importsOf(files: readonly string[]): WrittenImport[] {
  return files.flatMap((file) => importsIn(file, readFileSync(join(ROOT, file), "utf8")));
}

const FROM = /^(?:import|export)\s+(type\s)?[^"'`;]*?\bfrom\s*["']([^"']+)["']/gm;
const BARE = /^import\s*["']([^"']+)["']/gm;
const LATER = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

function importsIn(file: string, text: string): WrittenImport[] {
  const found: WrittenImport[] = [];
  for (const [, type, specifier = ""] of text.matchAll(FROM))
    found.push({ file, specifier, when: type ? "type" : "start" });
  for (const [, specifier = ""] of text.matchAll(BARE)) found.push({ file, specifier, when: "start" });
  for (const [, specifier = ""] of text.matchAll(LATER)) found.push({ file, specifier, when: "later" });
  return found;
}

/** The file that a relative import names, from the root of the repository. */
export function targetOf({ file, specifier }: WrittenImport): string {
  return posix.join(dirname(file), specifier);
}
