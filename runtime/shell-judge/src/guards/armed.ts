import { isInside, upwards } from "../paths/lexical.ts";
import { byName } from "../read/by-name.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import type { Directories } from "../walk/place.ts";

/**
 * Files of a folder, or of one above it, with which a program that only tells its version runs what a repository
 * brings. `./x`: only in the folder itself. `x:word`: only where the word stands in it.
 */
export type ArmingFiles = readonly string[];

/** What the disk says: the first of the files that is there, or that there is none. */
export type Armed = { readonly by: string | undefined } | "unknown";

/** What managers of versions, standing in for a program, ask which one it is; a colon names a folder or package. */
const SHIMS =
  ".tool-versions:: mise.toml .mise.toml mise.local.toml .mise.local.toml mise/config.toml .mise/config.toml " +
  ".config/mise.toml .config/mise/config.toml .python-version:/ .ruby-version:/ .node-version:/ .perl-version:/ " +
  ".php-version:/ .java-version:/ .go-version:/ .lua-version:/ .scala-version:/ .swift-version:/ .terraform-version:/";

const RUSTUP = `rust-toolchain rust-toolchain.toml ${SHIMS}`;

/** The same where the file names a place. */
const PLACED =
  ".tool-versions:path: mise.toml:path .mise.toml:path mise.local.toml:path .mise.local.toml:path mise/config.toml:path " +
  ".mise/config.toml:path .config/mise.toml:path .config/mise/config.toml:path";

/** By the names of programs: the files that arm them. */
const TABLE: Readonly<Record<string, string>> = {
  "cargo rustc rustup": RUSTUP,
  "yarn yarnpkg": `.yarnrc .yarnrc.yml package.json:packageManager ${SHIMS}`,
  pnpm: `.pnpmfile.cjs .npmrc pnpm-workspace.yaml package.json:packageManager ${SHIMS}`,
  "mvn mvnw": `.mvn/jvm.config .mvn/maven.config .mvn/extensions.xml ${SHIMS}`,
  ansible: "./ansible.cfg",
  composer: `./composer.json ${SHIMS}`,
  poetry: `pyproject.toml:requires-plugins .poetry ${SHIMS}`,
  "node nodejs npm npx corepack deno bun python python3 python3.10 python3.11 python3.12 python3.13 py pip pip3 ruby gem perl php":
    SHIMS,
  // It hands every call on to the one of the workspace.
  nx: `node_modules/nx .nx/installation .node-version:/ ${PLACED}`,
  elixir: `./.erlang ${SHIMS}`,
  "lua java javac go gofmt kotlin scala swift terraform helm uv ruff pipenv hatch rye mise": SHIMS,
};

/** A manager of versions stands in for these on some machines: unseen, they are taken for themselves. */
const STANDINS: Readonly<Record<string, string>> = {
  "jq rg fd gh make gmake cmake ninja shellcheck shfmt hyperfine sqlite3 psql mysql redis-cli direnv docker-compose":
    PLACED,
  "tsc vite rollup next nuxt esbuild biome markdownlint ts-node tsx playwright cypress": `.node-version:/ ${PLACED}`,
  "aws az gcloud nox pre-commit": `.python-version:/ ${PLACED}`,
};

const FILES = byName(TABLE);

const LESSER_FILES = byName(STANDINS);

/** Where a program is called that may look at its folder, and what is known of it. */
export interface ArmedPlace {
  readonly directories: Directories;
  readonly root: string;
  readonly home: string;
  armed(directories: readonly string[], files: ArmingFiles): Armed;
}

/** A question, where a program that needs no rule would run what its folder says. It changes nothing by itself. */
export function armedFinding(name: string, place: ArmedPlace): Finding | undefined {
  const files = filesFor(name);
  if (files === undefined) return undefined;
  for (const known of armedBy(files, place)) {
    if (known !== "unknown" && known.by !== undefined) return asked(`${name} may run what ${known.by} says.`);
    if (known === "unknown" && FILES.has(name))
      return asked(`${name} may run what a file of its folder says, such as ${shown(files)}.`);
  }
  return undefined;
}

/** What the folder brings that steers a program which a person is asked about, as a sentence; else undefined. */
export function broughtSentence(name: string, place: ArmedPlace): string | undefined {
  const files = [...(filesFor(name) ?? []), ...(/^np[mx]$/.test(name) ? NPMRC : [])];
  const known = files.length === 0 ? [] : armedBy(files, place);
  const by = known.flatMap((one) => (one === "unknown" ? [] : (one.by ?? [])))[0];
  return by === undefined ? undefined : `It may run what ${by} says.`;
}

function filesFor(name: string): ArmingFiles | undefined {
  return (FILES.get(name) ?? LESSER_FILES.get(name))?.split(" ");
}

function armedBy(files: ArmingFiles, { directories, root, home, armed }: ArmedPlace): readonly Armed[] {
  return directories?.map((one) => armed(foldersOf(one, root, home), files)) ?? ["unknown"];
}

/** What runs in the place of a shell, and what every script of a package loads. */
const NPMRC = [".npmrc:script-shell", ".npmrc:node-options"];

/** May what is written there arm a program? */
export function isArmingName(path: string): boolean {
  const small = path.toLowerCase();
  return NAMES.some((name) => small === name || small.endsWith(`/${name}`));
}

const NAMES = [...new Set(Object.values(TABLE).join(" ").split(" "))].map((file) =>
  file.replace(/^\.\//, "").replace(/:.*$/, ""),
);

function asked(reason: string): Finding {
  return { ...guard(reason), readOnly: true };
}

function shown([first = ""]: ArmingFiles): string {
  return first.replace(/^\.\//, "").replace(/:.*$/, "");
}

/** The folder and those above it, but for the person's home and what holds it: that is the person's own. */
function foldersOf(directory: string, root: string, home: string): readonly string[] {
  return [...new Set(upwards(directory))].filter((one) => isInside(one, root) || !isInside(home, one));
}
