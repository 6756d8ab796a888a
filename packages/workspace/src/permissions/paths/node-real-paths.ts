import { lstatSync, readlinkSync } from "node:fs";
import type { RealPaths } from "./real-paths.ts";

/** As many links as Linux follows before it gives up. */
const MAX_LINKS = 40;

/** `RealPaths` over the local disk, resolved as the kernel does: link by link, `..` after the link before it. */
export function nodeRealPaths(): RealPaths {
  return { realPath: resolve, isRepository };
}

function resolve(path: string): string | undefined {
  const pending = path.split("/").reverse();
  const real: string[] = [];
  let links = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      real.pop();
      continue;
    }
    const target = linkTarget(`/${[...real, part].join("/")}`);
    if (target === undefined) real.push(part);
    else if (++links > MAX_LINKS) return undefined;
    else {
      if (target.startsWith("/")) real.length = 0;
      pending.push(...target.split("/").reverse());
    }
  }
  return `/${real.join("/")}`;
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** A `.git` entry, or the files of a bare repository, which git also takes for one. */
function isRepository(directory: string): boolean {
  const has = (name: string) => lstatSync(`${directory}/${name}`, { throwIfNoEntry: false }) !== undefined;
  try {
    return has(".git") || (has("HEAD") && has("objects"));
  } catch {
    return true;
  }
}
