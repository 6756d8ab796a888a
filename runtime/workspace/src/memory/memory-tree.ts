import { dirname, join, resolve } from "node:path";
import { FileError } from "../workspace/file-error.ts";

interface Common {
  readonly ino: bigint;
  mode: number;
  mtimeNs: bigint;
}

/** What stands at one path of a {@link MemoryTree}. */
export type MemoryNode = Common &
  (
    | { readonly kind: "file"; bytes: Uint8Array }
    | { readonly kind: "directory" | "other" }
    | { readonly kind: "link"; readonly target: string }
  );

/** What {@link MemoryTree.put} takes; the rest is filled in. */
export type NewNode =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly mode?: number }
  | { readonly kind: "directory" | "other"; readonly mode?: number }
  | { readonly kind: "link"; readonly target: string; readonly mode?: number };

const MAX_LINKS = 40;

const DEFAULT_MODE = { file: 0o644, directory: 0o755, other: 0o644, link: 0o777 };

/** A tree of nodes by absolute real path, with links followed as a file system does. */
export class MemoryTree {
  readonly #nodes = new Map<string, MemoryNode>();
  #count = 0n;

  constructor() {
    this.put("/", { kind: "directory" });
  }

  at(realPath: string): MemoryNode | undefined {
    return this.#nodes.get(realPath);
  }

  put(realPath: string, node: NewNode): void {
    this.#nodes.set(realPath, { mode: DEFAULT_MODE[node.kind], ...node, ino: this.tick(), mtimeNs: this.tick() });
  }

  /** A number larger than every one before: inodes and times are made of it. */
  tick(): bigint {
    return ++this.#count;
  }

  delete(realPath: string): void {
    this.#nodes.delete(realPath);
  }

  /** Names directly below, in code-unit order. */
  names(realPath: string): string[] {
    const names = [...this.#nodes.keys()].filter((path) => path !== "/" && dirname(path) === realPath);
    return names.map((path) => path.slice(realPath === "/" ? 1 : realPath.length + 1)).sort();
  }

  /** Moves a node and everything below it. */
  move(from: string, to: string): void {
    const moved = [...this.#nodes].filter(([path]) => path === from || path.startsWith(`${from}/`));
    for (const [path] of moved) this.#nodes.delete(path);
    for (const [path, node] of moved) this.#nodes.set(to + path.slice(from.length), node);
  }

  /**
   * The real path of what stands there, undefined when nothing does. A path through a file fails with `NOT_DIRECTORY`.
   */
  find(path: string, followLast: boolean, links = 0): string | undefined {
    const names = resolve("/", path).split("/").filter(Boolean);
    let at = "/";
    for (const [index, name] of names.entries()) {
      if (this.at(at)?.kind !== "directory") throw new FileError("NOT_DIRECTORY");
      const next = join(at, name);
      const node = this.at(next);
      if (node === undefined) return undefined;
      const rest = names.slice(index + 1);
      if (node.kind !== "link" || (rest.length === 0 && !followLast)) at = next;
      else if (links >= MAX_LINKS) throw new FileError("IS_LINK");
      else return this.find(resolve(at, node.target, ...rest), followLast, links + 1);
    }
    return at;
  }

  /** The real path where something new would stand; its parent must be a directory. */
  place(path: string): string {
    const absolute = resolve("/", path);
    const parent = this.find(dirname(absolute), true);
    if (parent === undefined) throw new FileError("NOT_FOUND");
    if (this.at(parent)?.kind !== "directory") throw new FileError("NOT_DIRECTORY");
    return join(parent, absolute.slice(dirname(absolute).length));
  }
}
