/** Where these occur a parenthesis may have a meaning, or the first look at quotes is not enough. */
const UNSURE =
  /[\n\r$`\\]|<<|[<>=?*+@!]\(|\(\(|\[\[|(?<![\w-])(?:case|esac|for|select|function|coproc|time|if|then|elif|else|while|until|do|in)(?![\w-])/;

/**
 * True when bash is certain to refuse the line for a parenthesis that can stand nowhere there: `echo eval(x)`, `ls a)`.
 * Bash reads a line to its end before it runs any of it, so such a line runs nothing at all.
 */
export function isRefusedForParenthesis(line: string): boolean {
  if (UNSURE.test(line)) return false;
  const bare = line.replace(/'[^']*'|"[^"]*"/g, "Q");
  if (/['"]|(?<=^|[\s;&|()])#/.test(bare)) return false;
  const at = bare.search(/[()]/);
  if (at < 0) return false;
  const before =
    bare
      .slice(0, at)
      .split(/[;&|{}]/)
      .at(-1) ?? "";
  const words = before.split(/\s+/).filter((word) => word !== "");
  if (bare[at] === ")") return true;
  return words.length > 1 || (words.length === 1 && /^\([^\s)]/.test(bare.slice(at)));
}
