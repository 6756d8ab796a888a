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
  return {
    async mayRead(path) {
      const findings = await judged("read", path);
      return findings.every(({ verdict, kind }) => verdict === "allow" || kind === "no-rule");
    },
    async refuses(access, { real, lexical }) {
      const found = (await judged(access, real)).find((finding) => speaksAgainst(finding, real !== lexical));
      return found?.reason;
    },
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
