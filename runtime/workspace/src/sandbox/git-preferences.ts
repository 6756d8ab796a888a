import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Writes what git may know of a person inside, for `GIT_CONFIG_GLOBAL`: the name and how things are shown, and nothing
 * that is a secret, leads to one or runs a program.
 */
export async function writeGitPreferences(file: string, home: string): Promise<void> {
  const listed = await listSettings(home);
  await writeFile(file, listed.flatMap(lineOf).join(""), { mode: 0o444 });
}

/** Without git, or without settings: nothing. */
function listSettings(home: string): Promise<readonly string[]> {
  const env = { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, ".config") };
  return new Promise((resolve) => {
    execFile("git", ["config", "--global", "--includes", "--list", "-z"], { env, cwd: "/" }, (_error, stdout) =>
      resolve(stdout.split("\0")),
    );
  });
}

/** A setting as git lists it: its key, and after a line break its value. */
function lineOf(setting: string): readonly string[] {
  const [key = "", ...lines] = setting.split("\n");
  if (!HARMLESS.test(key) || lines.length === 0) return [];
  const dot = key.lastIndexOf(".");
  return [`[${key.slice(0, dot)}]\n\t${key.slice(dot + 1)} = ${quoted(lines.join("\n"))}\n`];
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`;
}

const HARMLESS = new RegExp(
  `^(?:${[
    "user\\.(?:name|email|useconfigonly)",
    "author\\.(?:name|email)",
    "committer\\.(?:name|email)",
    "init\\.defaultbranch",
    "core\\.(?:autocrlf|eol|safecrlf|quotepath|ignorecase|precomposeunicode|excludesfile|attributesfile|abbrev|whitespace)",
    "(?:pull|push|fetch|merge|rebase|rerere|branch|tag|log|status|column|color|blame)\\.[a-z]+",
    "diff\\.(?:algorithm|renames|renamelimit|colormoved|mnemonicprefix|noprefix|context|submodule|indentheuristic)",
    "safe\\.directory",
  ].join("|")})$`,
);
