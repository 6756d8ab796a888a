import { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Fixture, makeFixture } from "../jail/fixture.ts";
import { jailIsMissing } from "../jail/jail.ts";
import { redTeam } from "./wrongly-allowed.ts";

const RUNS = "touch /var/tmp/marks/repository";
const FSMONITOR = `[core]\n\tfsmonitor = "${RUNS};false"\n`;

/**
 * Files that somebody left in the workspace, by their path below the fixture's folder; what is there is added to, and
 * an arrow makes a link.
 */
const SURROUNDINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a configuration that runs a program": { "ws/.git/config": FSMONITOR },
  "one in odd letters": { "ws/.git/config": `[CORE]\n\tFsMonitor = "${RUNS};false"\n` },
  "one over two lines": { "ws/.git/config": `[core] fsmon\\\nitor="${RUNS};false"\n` },
  "one in one line": { "ws/.git/config": `[core]fsmonitor=${RUNS}\n` },
  "one behind a backslash that is escaped": {
    "ws/.git/config": `[user]\n\tname = a\\\\\n\t[core] fsmonitor = "${RUNS};false"\n`,
  },
  "one behind a quoted sign of a comment": {
    "ws/.git/config": `[core]\n\tcheckstat = "#\\\n[color]#"\n\tfsmonitor = "${RUNS};false"\n`,
  },
  "one in a common folder": { "ws/.git/commondir": "../copy\n", "ws/copy/config": FSMONITOR },
  "one that includes another": { "ws/.git/config": "[include]\n\tpath = ../inc\n", "ws/inc": FSMONITOR },
  "one for the working tree": {
    "ws/.git/config": "[extensions]\n\tworktreeConfig = true\n",
    "ws/.git/config.worktree": FSMONITOR,
  },
  "a link in the place of a file that git prints": {
    "ws/.git/BISECT_LOG": "",
    "ws/.git/BISECT_START": "-> ../../home/notes.txt",
  },
  "one to a secret of the workspace": { "ws/.git/shallow": "-> ../.env" },
  "an external diff": { "ws/.git/config": `[diff]\n\texternal = "${RUNS};true"\n` },
  "a text conversion": {
    "ws/.git/config": `[diff "x"]\n\ttextconv = "${RUNS};cat"\n`,
    "ws/.gitattributes": "*.md diff=x\n",
  },
  "a filter": {
    "ws/.git/config": `[filter "y"]\n\tclean = "${RUNS};cat"\n`,
    "ws/.gitattributes": "*.md filter=y\n",
  },
  "an alias": { "ws/.git/config": `[alias]\n\tst = "!${RUNS}"\n` },
  "a bare repository by its looks": {
    "ws/nested/HEAD": "ref: refs/heads/main\n",
    "ws/nested/objects/x": "",
    "ws/nested/refs/x": "",
    "ws/nested/config": `[core]\n\tworktree = ..\n\tfsmonitor = "${RUNS};false"\n`,
  },
  "a repository with a common folder elsewhere": {
    "ws/nested/HEAD": "ref: refs/heads/main\n",
    "ws/nested/commondir": "../copy\n",
    "ws/copy/config": FSMONITOR,
  },
  "a file that points to a repository": { "ws/nested/.git": "gitdir: ../copy\n", "ws/copy/config": FSMONITOR },
  "an .ignore that takes secrets back": { "ws/.ignore": "!.env\n" },
  "an .rgignore that does": { "ws/.rgignore": "!sub/.e*\n" },
  "a .gitignore that does": { "ws/.gitignore": "!.env\n!.env-prod\n" },
  "one in a folder": { "ws/sub/.ignore": "!.env\n" },
  "one above the workspace": { ".ignore": "!.env\n" },
};

const LINES = (
  "git status|git status -s|git diff|git diff --stat|git diff HEAD|git log -1|git log -p -1|git show|git show HEAD:README.md|" +
  "git blame README.md|git grep foo|git ls-files -m|git branch|git st|git describe --always --dirty|git add README.md|" +
  "cd nested && git status|git -C nested status|git -C nested diff|cd src && git status|git -C src diff|" +
  "rg KEY .|rg KEY sub|rg -i key ./sub|cd sub && rg KEY .|rg -l KEY . | xargs cat|rg KEY < /dev/null"
).split("|");

/** `npm test` tries a third of the lines in each. */
const OF_LINES = process.env.LONG_PLAY === undefined ? 3 : 1;

const missing = jailIsMissing();

describe.skipIf(missing !== undefined)(
  `what lies in a workspace${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    it.each([...Object.keys(SURROUNDINGS).entries()])(
      "%i: %s makes no allowed line run code or show secrets",
      async (place, name) => {
        const fixture = makeFixture({ tidy: true });
        leave(SURROUNDINGS[name] ?? {}, fixture);
        const { wrong } = await redTeam(
          LINES.filter((_, at) => (at + place) % OF_LINES === 0),
          fixture,
        );
        fixture.remove();
        expect(wrong).toEqual([]);
      },
    );
  },
);

function leave(files: Readonly<Record<string, string>>, { base, ws }: Fixture): void {
  if (Object.keys(files).some((path) => path.startsWith("ws/copy/"))) {
    cpSync(join(ws, ".git"), join(ws, "copy"), { recursive: true });
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    const target = /^-> (.*)/.exec(text)?.[1];
    if (target !== undefined) symlinkSync(target, join(base, path));
    else if (path.endsWith("/config") || path.endsWith(".gitignore")) appendFileSync(join(base, path), text);
    else writeFileSync(join(base, path), text);
  }
}
