import { lstatSync, readlinkSync } from "node:fs";

/** As many links as Linux follows before it gives up. */
const MAX_LINKS = 40;

/** The real path of what exists, with the rest behind it; undefined when links go round in circles. */
export function resolveLinks(path: string): string | undefined {
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
