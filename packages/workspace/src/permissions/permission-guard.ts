import { realpath } from "node:fs/promises";
import { type Finding, isInside, normalise } from "@toolwright/shell-judge";
import type { FileGuard } from "../workspace/file-guard.port.ts";
import type { JudgedCall } from "./judge-tool.ts";
import type { JudgedLinks } from "./judged-links.ts";

/** What the guard goes by. */
export interface GuardOptions {
  /** The workspace, as the rules name it. */
  readonly root: string;
  judge(call: JudgedCall): Promise<readonly Finding[]>;
  /** Where paths led when the calls on them were judged, as the rules name both. */
  readonly links: JudgedLinks;
}

/** How long an answer is shared, in milliseconds, and how many are kept. */
const SHARED_MS = 100;
const MAX_SHARED = 10_000;

/** The rules as a guard of the files that tools open. */
export function permissionGuard({ root, judge, links }: GuardOptions): Required<FileGuard> {
  let realRoot: Promise<string> | undefined;
  const named = async (path: string) => {
    realRoot ??= realpath(root).catch(() => root);
    return namedFrom(root, await realRoot, path);
  };
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

/** Rules name the workspace as it was given to them, tools by its real path. */
function namedFrom(root: string, realRoot: string, path: string): string {
  const named = normalise(root);
  return named !== realRoot && isInside(path, realRoot) ? named + path.slice(realRoot.length) : path;
}

/**
 * The call was allowed or a person said yes to it, so that a question about the path itself, and about the file that it led to then, is
 * answered. What lies behind a link since then nobody has seen: there a rule or a guard that asks is enough to refuse, and only
 * what any edit asks is not.
 */
function speaksAgainst({ verdict, kind }: Finding, unseen: boolean): boolean {
  if (verdict === "deny") return true;
  return verdict === "ask" && unseen && (kind === "rule" || kind === "guard");
}
