import { join } from "node:path";
import type { FileGuard } from "../workspace/file-guard.port.ts";
import type { Workspace } from "../workspace/workspace.port.ts";
import { chooseEngine } from "./choose-engine.ts";
import { withFallback } from "./engine-failed.ts";

/** What to look for, and who says which files may be named. */
export interface FileQuery {
  /** Letters of the path in their order, such as `srcapp` for `src/app.js`; empty for any. */
  readonly words: string;
  readonly guard: Pick<FileGuard, "mayRead">;
  /** Default 20, at most 100. */
  readonly limit?: number;
}

/** Files that are looked at, and how long a list of them stands, in milliseconds. */
const MAX_FILES = 20_000;
const FRESH_MS = 3_000;
const LIST_MS = 2_000;
const MOST = 100;

interface Listed {
  readonly paths: Promise<readonly string[]>;
  readonly until: number;
}

const lists = new WeakMap<Workspace, Listed>();

/**
 * Files of a workspace whose path fits, relative to its root, the best first; none that is ignored or may not be read
 * unasked.
 */
export async function findFiles(
  workspace: Workspace,
  { words, guard, limit = 20 }: FileQuery,
): Promise<readonly string[]> {
  const wanted = words.toLowerCase().replace(/\s+/g, "");
  const fitting = (await listed(workspace)).flatMap((path) => {
    const score = fileScore(path, wanted);
    return score === undefined ? [] : [{ path, score }];
  });
  fitting.sort((one, other) => other.score - one.score || one.path.length - other.path.length);
  const found: string[] = [];
  for (const { path } of fitting) {
    if (found.length >= Math.min(limit, MOST)) break;
    if (await guard.mayRead(join(workspace.root, path))) found.push(path);
  }
  return found;
}

/**
 * How well a path fits: each letter in its order, better at the beginning of a name and one after the other. Undefined:
 * not at all.
 */
export function fileScore(path: string, wanted: string): number | undefined {
  const text = path.toLowerCase();
  const name = text.lastIndexOf("/") + 1;
  if (text.slice(name).startsWith(wanted)) return 1_000 + (text.length - name === wanted.length ? 500 : 0);
  if (text.slice(name).includes(wanted)) return 800;
  if (text.includes(wanted)) return 600;
  let [score, place] = [0, -1];
  for (const letter of wanted) {
    const next = text.indexOf(letter, place + 1);
    if (next === -1) return undefined;
    score += next === place + 1 || /[/._-]/.test(text[next - 1] ?? "/") ? 4 : 1;
    place = next;
  }
  return score;
}

function listed(workspace: Workspace): Promise<readonly string[]> {
  const known = lists.get(workspace);
  if (known !== undefined && known.until > performance.now()) return known.paths;
  const paths = listFiles(workspace);
  lists.set(workspace, { paths, until: performance.now() + FRESH_MS });
  return paths;
}

async function listFiles(workspace: Workspace): Promise<readonly string[]> {
  const scope = { workspace, path: workspace.root, isFile: false, ignored: false, accepts: () => true };
  return withFallback(await chooseEngine(workspace), async (engine) => {
    const paths: string[] = [];
    const run = { signal: AbortSignal.timeout(LIST_MS * 5), deadline: performance.now() + LIST_MS };
    await engine.list(scope, (path) => paths.push(path) < MAX_FILES, run);
    return paths;
  });
}
