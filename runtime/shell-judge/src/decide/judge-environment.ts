import { runsProjects } from "../grammar/programs/programs.ts";
import { isInterpreter } from "../guards/guard-interpreter.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { type Finding, guard } from "../verdict/finding.ts";
import type { EnvAssignment } from "../walk/line-visitor.ts";
import { isFreeName } from "../walk/variables.ts";
import { runBy } from "../wrappers/runners.ts";

const NAMES =
  "LANG LANGUAGE LC_[A-Z]+ TZ NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CI TERM COLORTERM COLUMNS LINES NODE_ENV " +
  "PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED RUST_BACKTRACE CARGO_TERM_COLOR GIT_TERMINAL_PROMPT " +
  "GIT_OPTIONAL_LOCKS PORT LOG_LEVEL RAILS_ENV RACK_ENV APP_ENV MIX_ENV BABEL_ENV GOOS GOARCH CGO_ENABLED";

const HARMLESS = new RegExp(`^(?:${NAMES.replaceAll(" ", "|")})$`);

const PAGERS = /^(?:PAGER|GIT_PAGER|GH_PAGER|MANPAGER)$/;

/**
 * Assignments before a command give a program its environment: a few names with plain values are harmless, every other
 * one asks. Alone they only change the shell: its own variables may hold anything. In a sandbox a program of the
 * project may be given what it could give itself.
 */
export function judgeEnvironment(
  assignments: readonly EnvAssignment[],
  words: readonly ShellWord[],
): readonly Finding[] {
  const alone = words.length === 0;
  const runs = runsHeldCode(words);
  return assignments
    .filter(({ name, value }) => !isHarmlessSetting(name, value) && !(alone && value !== undefined && isFreeName(name)))
    .map(({ name, value }) => {
      const finding = guard(`Setting ${name} can change what programs do.`);
      return runs && value?.form === "literal" ? { ...finding, contained: true } : finding;
    });
}

function runsHeldCode(words: readonly ShellWord[]): boolean {
  const [name] = words;
  if (name?.form !== "literal") return false;
  const bare = name.value.slice(name.value.lastIndexOf("/") + 1);
  return isInterpreter(bare) || runsProjects(bare) || runBy(words) !== undefined;
}

/** Does a program with this setting do what it does without? */
export function isHarmlessSetting(name: string, value: ShellWord | undefined): boolean {
  if (value === undefined || value.form !== "literal") return false;
  if (PAGERS.test(name)) return value.value === "cat" || value.value === "";
  return HARMLESS.test(name) && /^(?![:/.~])[\w.,:@+/-]*$/.test(value.value) && !value.value.includes("..");
}
