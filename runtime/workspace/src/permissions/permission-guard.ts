import { realpathSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { type Finding, isInside, normalise } from "@toolwright/shell-judge";
import type { FileGuard } from "../workspace/file-guard.port.ts";
import type { JudgedCall } from "./judge-tool.ts";

/** What the guard goes by. */
export interface GuardOptions {
  /** The workspace, as the rules name it. */
  readonly root: string;
  judge(call: JudgedCall): Promise<readonly Finding[]>;
  /** Whether reading a path is denied, as the rules name it. */
  denies(path: string): boolean;
  /** Where paths led when the calls on them were judged, as the rules name both. */
  readonly links: JudgedLinks;
}

/** How long an answer is shared, in milliseconds, and how many are kept. */
const SHARED_MS = 100;
const MAX_SHARED = 10_000;

/** The rules as a guard of the files that tools open. */
export function permissionGuard({ root, judge, denies, links }: GuardOptions): Required<FileGuard> {
  let realRoot: Promise<string> | undefined;
  const named = async (path: string) => {
    realRoot ??= realpath(root).catch(() => root);
    return namedFrom(root, await realRoot, path);
  };
  let known: string | undefined;
  const judged = async (access: "read" | "edit", path: string) => {
    const file = await named(path);
    return judge(
      access === "read" ? { tool: "read", args: { file_paths: [file] } } : { tool: "write", args: { file_path: file } },
    );
  };
  const mayRead = async (path: string): Promise<boolean> => {
    const findings = await judged("read", path);
    return findings.every(({ verdict, kind }) => verdict === "allow" || kind === "no-rule");
  };
  return {
    mayRead: sharedAnswers(mayRead),
    denies: (path) => denies(namedFrom(root, (known ??= realRootOf(root)), path)),
    async refuses(access, { real, lexical }) {
      const unseen = real !== lexical && !links.has(await named(lexical), await named(real));
      const found = (await judged(access, real)).find((finding) => speaksAgainst(finding, unseen));
      return found?.reason;
    },
  };
}

/** Searches of one step find the same files at the same time: what they show of them was read before anybody asked. */
function sharedAnswers(ask: (path: string) => Promise<boolean>): (path: string) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  let since = 0;
  return (path) => {
    const now = performance.now();
    if (now - since > SHARED_MS || answers.size >= MAX_SHARED) {
      answers.clear();
      since = now;
    }
    const answer = answers.get(path) ?? ask(path);
    answers.set(path, answer);
    return answer;
  };
}

function realRootOf(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

/** Rules name the workspace as it was given to them, tools by its real path. */
function namedFrom(root: string, realRoot: string, path: string): string {
  const named = normalise(root);
  return named !== realRoot && isInside(path, realRoot) ? named + path.slice(realRoot.length) : path;
}

/**
 * The call was allowed or a person said yes to it, so that a question about the path itself, and about the file that it
 * led to then, is answered. What lies behind a link since then nobody has seen: there a rule or a guard that asks is
 * enough to refuse, and only what any edit asks is not.
 */
function speaksAgainst({ verdict, kind }: Finding, unseen: boolean): boolean {
  if (verdict === "deny") return true;
  return verdict === "ask" && unseen && (kind === "rule" || kind === "guard");
}

/** So many paths are remembered; the oldest is forgotten first. */
const MAX_PATHS = 1_000;

/**
 * Where paths led when calls on them were judged. A question about a path names the file behind it, so that a yes to
 * the call is a yes to that file; a path that led to different files in different calls was said yes to for none of
 * them.
 */
export class JudgedLinks {
  readonly #led = new Map<string, string | undefined>();

  /** A call on this path was judged; both absolute. `real` undefined: it cannot be said. */
  note(path: string, real: string | undefined): void {
    const known = this.#led.has(path);
    const before = this.#led.get(path);
    this.#led.delete(path);
    this.#led.set(path, known && before !== real ? undefined : real);
    const oldest = this.#led.size > MAX_PATHS ? this.#led.keys().next().value : undefined;
    if (oldest !== undefined) this.#led.delete(oldest);
  }

  /** True when every call on this path was judged for exactly this file. */
  has(path: string, real: string): boolean {
    return this.#led.get(path) === real;
  }
}
