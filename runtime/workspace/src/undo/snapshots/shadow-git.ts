import { isAbsolute, join, relative } from "node:path";
import { removeAll } from "../../workspace/whole-files.ts";
import type { Workspace } from "../../workspace/workspace.port.ts";
import { undoFolder } from "../undo-folder.ts";

/** Milliseconds that one git command may take. */
const DEFAULT_TIMEOUT_MS = 10_000;

/** A disk with less room keeps nothing. */
const PROBE_BYTES = 65_536;

/** As much as undo itself may keep of a workspace. */
const MAX_BYTES = 200_000_000;

/** What a git command printed; undefined when it failed or took too long. */
export type GitOutput = Uint8Array | undefined;

/**
 * A repository of ours outside the workspace, with the workspace as its work tree: the user's own is never touched, and
 * nothing that the user's or the workspace's configuration names is run (hooks, filters, monitors, signing).
 */
export class ShadowGit {
  readonly #workspace: Workspace;
  readonly directory: string;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
    this.directory = join(undoFolder(workspace), "shadow.git");
  }

  /** Makes the repository when it is not there. False when it cannot be made. */
  async open(): Promise<boolean> {
    const { files } = this.#workspace;
    // Left by a git that was ended half-way; nobody else is at work, for the caller holds the lock.
    await files.remove(join(this.directory, "index.lock"));
    if ((await files.stat(join(this.directory, "HEAD"))) !== undefined) return true;
    await files.makeDirectory(this.directory);
    if ((await this.run(["init", "--quiet", "--template="])) === undefined) return false;
    await files.makeDirectory(join(this.directory, "info"));
    // Wins over every .gitattributes: contents are kept byte by byte.
    await this.#write("info/attributes", "* -text -filter -ident -working-tree-encoding -crlf\n");
    await this.#write("info/exclude", EXCLUDED);
    await this.#excludeOwnState();
    return true;
  }

  /** Whether what is kept would reach the disk. */
  async takesWrites(): Promise<boolean> {
    const probe = join(this.directory, "probe");
    try {
      await this.#write("probe", "x".repeat(PROBE_BYTES));
      await this.#workspace.files.remove(probe);
      return true;
    } catch {
      return false;
    }
  }

  /** The state may lie in the workspace: what undo writes there is nobody's change. */
  async #excludeOwnState(): Promise<void> {
    const { root, stateDirectory } = this.#workspace;
    const inside = relative(root, stateDirectory);
    if (inside !== "" && !inside.startsWith("..") && !isAbsolute(inside)) await this.exclude([inside]);
  }

  /** Starts anew when it has grown too large: what undo needs of it is kept elsewhere. */
  async shrink(): Promise<void> {
    const counted = await this.run(["count-objects", "-v"]);
    const sizes = [...new TextDecoder().decode(counted).matchAll(/^size(?:-pack)?: (\d+)$/gm)];
    const kibibytes = sizes.reduce((sum, [, size]) => sum + Number(size), 0);
    if (kibibytes * 1024 > MAX_BYTES) await removeAll(this.#workspace.files, this.directory);
  }

  /** Paths that are left out from now on, relative to the root. */
  async exclude(paths: readonly string[]): Promise<void> {
    const lines = paths.map((path) => `/${path.replace(/[\\*?[\]!# ]/g, "\\$&")}\n`).join("");
    await this.#workspace.files.write(join(this.directory, "info/exclude"), encode(lines), { append: true });
  }

  /** Runs a git command on the shadow repository. */
  run(args: readonly string[], timeoutMs = DEFAULT_TIMEOUT_MS): Promise<GitOutput> {
    return this.#git(args, { timeoutMs, env: { GIT_DIR: this.directory, GIT_WORK_TREE: this.#workspace.root } });
  }

  /** Runs a git command that only reads on the user's repository, if there is one. */
  runOnUsers(args: readonly string[]): Promise<GitOutput> {
    return this.#git(args, { timeoutMs: DEFAULT_TIMEOUT_MS, env: {} });
  }

  async #git(
    args: readonly string[],
    { timeoutMs, env }: { readonly timeoutMs: number; readonly env: Readonly<Record<string, string>> },
  ): Promise<GitOutput> {
    const chunks: Uint8Array[] = [];
    const process = this.#workspace.processes.start({
      command: ["git", ...SETTINGS, ...args],
      cwd: this.#workspace.root,
      env: { ...ENVIRONMENT, ...env },
      onOutput(chunk, stream) {
        if (stream === "stdout") chunks.push(chunk.slice());
      },
    });
    const timer = setTimeout(() => void process.kill("SIGKILL"), timeoutMs);
    const end = await process.ended;
    clearTimeout(timer);
    return end.kind === "exited" && end.code === 0 ? new Uint8Array(Buffer.concat(chunks)) : undefined;
  }

  #write(name: string, text: string): Promise<void> {
    return this.#workspace.files.write(join(this.directory, name), encode(text));
  }
}

const SETTINGS = [
  ...["core.hooksPath=/dev/null", "core.fsmonitor=false", "core.untrackedCache=false", "core.autocrlf=false"],
  ...["core.excludesFile=/dev/null", "core.attributesFile=/dev/null", "commit.gpgSign=false", "core.quotePath=false"],
  ...["core.longpaths=true", "core.symlinks=true", "core.fileMode=true"],
  // What is private in the workspace is private here: only its owner reads what git writes.
  "core.sharedRepository=0600",
].flatMap((setting) => ["-c", setting]);

const ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_OPTIONAL_LOCKS: "0",
};

/** Made by tools and made again by them, also where nothing is ignored. */
const EXCLUDED = ["node_modules", ".venv", "venv", "__pycache__", ".gradle", ".next", ".turbo", "target", ".toolwright"]
  .map((name) => `${name}/\n`)
  .join("");

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
