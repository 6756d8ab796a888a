import { escapeGlob, literalWord } from "../read/shell-word.ts";
import { foldOf, mayMatch, pathGlob } from "../rules/path-pattern.ts";
import type { PathContext } from "./path-context.ts";
import { judgePath } from "./path-judge.ts";
import { isSecretPath } from "./secret-names.ts";

/**
 * Whether reading a path is denied, whoever approves: by a rule, or since it may hold a secret. For whole trees of
 * files: quick where neither is so. The path is absolute and real; nothing on the disk is looked at.
 */
export function deniesReading(context: PathContext): (path: string) => boolean {
  const { rules, anchors } = context;
  const patterns = rules.rules.deny.flatMap(({ target }) =>
    target.kind === "path" && target.access === "read" ? [target.pattern] : [],
  );
  const fold = { fold: foldOf(anchors) };
  return (path) => {
    if (isSecretPath(path) || NOT_ASCII.test(path)) {
      const word = literalWord(path);
      return judgePath({ access: "read", word }, [anchors.root], context).some(({ verdict }) => verdict === "deny");
    }
    if (patterns.length === 0) return false;
    const glob = pathGlob(escapeGlob(path), fold);
    return patterns.some((pattern) => pattern === "any" || mayMatch(pattern, glob));
  };
}

/** A name in other letters may be one of these to a volume. */
const NOT_ASCII = /[^\0-\x7f]/;
