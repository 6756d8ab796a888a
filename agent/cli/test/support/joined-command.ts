import { createHash } from "node:crypto";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type OutputFile, type Plugin } from "esbuild";

const SOURCES = {
  main: fileURLToPath(new URL("../../src/main.ts", import.meta.url)),
  host: fileURLToPath(new URL("./command-host.ts", import.meta.url)),
  core: fileURLToPath(new URL("../../../../runtime/core/src/index.ts", import.meta.url)),
};

/** Where packages of npm are found from, which stay what they are. */
const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/joined-command", import.meta.url));

/** The sources of the command and of the core that it runs with, joined to few files. */
export interface JoinedCommand {
  readonly main: string;
  /** A process that runs one command line after the other. */
  readonly host: string;
  readonly core: string;
}

/** Joins the command, the process that runs its lines, and core. */
export async function joinedCommand(): Promise<JoinedCommand> {
  const folder = await joinedSources(SOURCES);
  return { main: join(folder, "main.mjs"), host: join(folder, "host.mjs"), core: join(folder, "core.mjs") };
}

/**
 * Joins programs by their names, and gives the folder where they lie. A command is started some hundred times in these
 * tests, and to read and strip nearly a thousand sources takes it a second each time. A folder is named by what it
 * holds, so that several processes may make it at once.
 */
export async function joinedSources(entryPoints: Readonly<Record<string, string>>): Promise<string> {
  const { outputFiles } = await build({
    entryPoints,
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    // Of a .js file without a manifest Node finds out what it is: it compiles each as CommonJS first.
    outExtension: { ".js": ".mjs" },
    platform: "node",
    target: "node20",
    conditions: ["@toolwright/source"],
    plugins: [OTHERS_APART, OWN_PLACE],
    logLevel: "error",
  });
  const hash = createHash("sha256");
  for (const { path, hash: content } of outputFiles) hash.update(`${basename(path)}\0${content}\0`);
  const folder = join(FOLDER, hash.digest("hex").slice(0, 16));
  await write(folder, outputFiles);
  return folder;
}

async function write(folder: string, files: readonly OutputFile[]): Promise<void> {
  if (await exists(folder)) return;
  await mkdir(FOLDER, { recursive: true });
  const begun = await mkdtemp(join(FOLDER, "begun-"));
  for (const { path, contents } of files) await writeFile(join(begun, basename(path)), contents);
  // Another process may have been first: what it made is the same.
  await rename(begun, folder).catch(() => rm(begun, { recursive: true }));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** What is not of this repository is imported as ever. */
const OTHERS_APART: Plugin = {
  name: "others-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      path.startsWith("@toolwright/") ? undefined : { path, external: true },
    );
  },
};

/** A source that asks where it stands is told where it stands. */
const OWN_PLACE: Plugin = {
  name: "own-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes("import.meta.url")) return undefined;
      const contents = source.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: "ts", resolveDir: dirname(path) };
    });
  },
};
