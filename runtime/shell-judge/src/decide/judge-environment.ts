import { type Finding, guard } from "../verdict/finding.ts";
import type { EnvAssignment } from "../walk/line-visitor.ts";
import { isFreeName } from "../walk/variables.ts";

const HARMLESS =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|CI|TERM|COLORTERM|COLUMNS|LINES|NODE_ENV|PYTHONUNBUFFERED|RUST_BACKTRACE|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;

const PAGERS = /^(?:PAGER|GIT_PAGER|GH_PAGER|MANPAGER)$/;

/**
 * Assignments before a command give a program its environment: a few names with plain values are harmless, every other
 * one asks. Alone they only change the shell: its own variables may hold anything.
 */
export function judgeEnvironment(assignments: readonly EnvAssignment[], alone: boolean): readonly Finding[] {
  return assignments
    .filter((assignment) => !isHarmless(assignment) && !(alone && isOwn(assignment)))
    .map(({ name }) => guard(`Setting ${name} can change what programs do.`));
}

function isOwn({ name, value }: EnvAssignment): boolean {
  return value !== undefined && isFreeName(name);
}

function isHarmless({ name, value }: EnvAssignment): boolean {
  if (value === undefined || value.form !== "literal") return false;
  if (PAGERS.test(name)) return value.value === "cat" || value.value === "";
  return HARMLESS.test(name) && /^(?![:/.~])[\w.,:@+/-]*$/.test(value.value) && !value.value.includes("..");
}
