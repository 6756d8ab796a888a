import type { ProcessTree } from "./process-tree.ts";

const running = new Set<ProcessTree>();

let watching = false;

/** Remembers a tree until it is forgotten; when this process ends first, the tree is killed. */
export function rememberTree(tree: ProcessTree): void {
  running.add(tree);
  if (watching) return;
  watching = true;
  process.once("exit", () => {
    for (const left of running) left.signal("SIGKILL");
  });
}

/** The tree has ended, or what is left of it may live on. */
export function forgetTree(tree: ProcessTree): void {
  running.delete(tree);
}
