import { realpath } from "node:fs/promises";
import { type Finding, isInside, normalise } from "@toolwright/shell-judge";
import type { FileGuard } from "../workspace/file-guard.port.ts";
import type { JudgedCall } from "./judge-tool.ts";

/** What the guard goes by. */
export interface GuardOptions {
  /** The workspace, as the rules name it. */
  readonly root: string;
  judge(call: JudgedCall): Promise<readonly Finding[]>;
}

/** How long an answer is shared, in milliseconds, and how many are kept. */
const SHARED_MS = 100;
const MAX_SHARED = 10_000;

/** The rules as a guard of the files that tools open. */
export function permissionGuard({ root, judge }: GuardOptions): Required<FileGuard> {
  let realRoot: Promise<string> | undefined;
  const judged = async (access: "read" | "edit", path: string) => {
    realRoot ??= realpath(root).catch(() => root);
    const named = namedFrom(root, await realRoot, path);
    return judge(
      access === "read"
        ? { tool: "read", args: { file_paths: [named] } }
        : { tool: "write", args: { file_path: named } },
    );
  };
  const mayRead = async (path: string): Promise<boolean> => {
    const findings = await judged("read", path);
    return findings.every(({ verdict, kind }) => verdict === "allow" || kind === "no-rule");
  };
  return {
    mayRead: sharedAnswers(mayRead),
    async refuses(access, { real, lexical }) {
      const found = (await judged(access, real)).find((finding) => speaksAgainst(finding, real !== lexical));
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

/** Rules name the workspace as it was given to them, tools by its real path. */
function namedFrom(root: string, realRoot: string, path: string): string {
  const named = normalise(root);
  return named !== realRoot && isInside(path, realRoot) ? named + path.slice(realRoot.length) : path;
}

/**
 * The call was allowed or a person said yes to it, so that a question about the path itself is answered. What lies behind a link nobody
 * may have seen: there a rule or a guard that asks is enough to refuse, and only what any edit asks is not.
 */
function speaksAgainst({ verdict, kind }: Finding, behindLink: boolean): boolean {
  if (verdict === "deny") return true;
  return verdict === "ask" && behindLink && (kind === "rule" || kind === "guard");
}
