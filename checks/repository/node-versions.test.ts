import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFolders } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "../..");
const OLDEST = 20;

interface Installed {
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
  readonly resolved?: string;
}

const lock: { readonly packages: Readonly<Record<string, Installed>> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);

/** The place of a package as npm finds it from another one. */
function placeOf(name: string, from: string): string {
  const place = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  const found = lock.packages[place];
  if (found !== undefined) return found.link === true ? (found.resolved ?? place) : place;
  if (from === "") throw new Error(`${name} is not installed`);
  const up = from.lastIndexOf("/node_modules/");
  return placeOf(name, up < 0 ? "" : from.slice(0, up));
}

function allOf(folder: string, known = new Set<string>()): ReadonlySet<string> {
  for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {})) {
    const place = placeOf(name, folder);
    if (!known.has(place)) allOf(place, known.add(place));
  }
  return known;
}

/** Whether one of the ranges, such as `^18.18.0 || >=20`, begins at this version or before it. */
function takes(range: string, major: number): boolean {
  return range.split("||").some((part) => {
    const [, sign = "", from = "0"] = /^\s*(\^|>=|)\s*(\d+)/.exec(part) ?? [];
    return sign === ">=" ? Number(from) <= major : Number(from) === major;
  });
}

describe(`a package that runs on Node ${OLDEST}`, () => {
  const packages = packageFolders().filter((folder) => takes(lock.packages[folder]?.engines?.node ?? "", OLDEST));

  it("installs there without a warning: so does all that it depends on", () => {
    expect(packages).toContain("runtime/models");
    const runtime = packages.filter((folder) => folder.startsWith("runtime/"));
    const tooNew = runtime.flatMap((folder) => {
      return [...allOf(folder)].filter((place) => !takes(lock.packages[place]?.engines?.node ?? ">=0", OLDEST));
    });
    expect(tooNew).toEqual([]);
  });

  it.each(packages)("%s has declarations that need nothing but what it depends on", (folder) => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      readFileSync(join(ROOT, folder, "package.json"), "utf8"),
    );
    const own = Object.keys({ ...dependencies, ...peerDependencies });
    const foreign = [...namedBy(join(ROOT, folder, "dist/index.d.ts"))].filter((name) => !own.includes(name));
    expect(foreign).toEqual([]);
  });
});

/** The packages that a declaration names, and those that it reads from. */
function namedBy(file: string, seen = new Set<string>(), names = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file) || !existsSync(file)) return names;
  seen.add(file);
  const written = readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"([^"]+)"/g);
  for (const [, specifier = ""] of written) {
    if (specifier.startsWith("."))
      namedBy(join(dirname(file), specifier.replace(/\.(?:ts|js)$/, ".d.ts")), seen, names);
    else if (!specifier.startsWith("node:"))
      names.add(specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
  }
  return names;
}
