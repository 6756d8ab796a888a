import type { Json, JsonObject } from "@toolwright/core";
import { plainName } from "../called-also.ts";

/**
 * The call of `bash` that does what a call of another name wants, or one of `bash` whose command is a list of words.
 * What is not clear of it is `…`. It is shown to a model, and never run.
 */
export function lineInstead(name: string, given: JsonObject): JsonObject | undefined {
  const plain = plainName(name);
  if (plain === "bash") return joined(given);
  if (SHELLS.has(plain)) return joined(given) ?? given;
  const line = LINES.get(plain)?.(given);
  return line === undefined ? undefined : { command: line };
}

const SHELLS = plainNames(
  "run shell exec execute terminal sh cmd command run_command execute_command run_terminal_cmd run_terminal_command " +
    "run_in_terminal run_shell run_shell_command shell_command local_shell execute_bash run_bash bash_command",
);

/** A command that is given as a list of words, as a line; undefined for every other. */
function joined(given: JsonObject): JsonObject | undefined {
  const { command, cmd, ...rest } = given;
  const words = wordsOf(command ?? cmd);
  if (words === undefined || !Array.isArray(command ?? cmd)) return undefined;
  const [shell = "", flag = "", line, ...others] = words;
  const isLine = /^(?:\/bin\/)?(?:ba|z)?sh$/.test(shell) && /^-l?c$/.test(flag) && others.length === 0;
  return { ...rest, command: isLine && line !== undefined ? line : words.map(quoted).join(" ") };
}

type Line = (given: JsonObject) => string;

const LINES: ReadonlyMap<string, Line> = new Map([
  ...named("delete remove rm unlink delete_file remove_file delete_path remove_path file_delete del", removing),
  ...named("delete_directory delete_dir delete_folder remove_directory remove_dir remove_folder", on("rm -r")),
  ...named("rmdir", on("rmdir")),
  ...named("mkdir make_dir make_directory create_dir create_directory create_folder make_folder", on("mkdir -p")),
  ...named("rename move mv rename_file move_file file_rename file_move rename_path move_path", between("mv")),
  ...named("copy cp copy_file duplicate duplicate_file file_copy", between("cp")),
  ...named("test tests run_test run_tests npm_test test_runner run_unit_tests", () => "npm test"),
]);

function named(names: string, line: Line): readonly [string, Line][] {
  return [...plainNames(names)].map((name) => [name, line]);
}

function plainNames(names: string): ReadonlySet<string> {
  return new Set(names.split(" ").map(plainName));
}

const PATHS =
  "file_path path filePath filepath file_paths paths filename file_name file files target directory dir folder";
const SOURCES = `source src from old_path oldPath source_path sourcePath ${PATHS.replace(" target", "")}`;
const TARGETS = "destination dest dst to target new_path newPath destination_path destinationPath target_path new_file";

function on(program: string): Line {
  return (given) => `${program} ${argumentsOf(given, PATHS)}`;
}

/** Of a folder `rm` alone removes nothing. */
function removing(given: JsonObject): string {
  const paths = argumentsOf(given, PATHS);
  return `rm ${/\/'?(?: |$)/.test(paths) ? "-r " : ""}${paths}`;
}

function between(program: string): Line {
  return (given) => `${program} ${argumentsOf(given, SOURCES)} ${argumentsOf(given, TARGETS)}`;
}

const UNCLEAR = "…";

/** The paths under the first of these keys, as words of a line. */
function argumentsOf(given: JsonObject, keys: string): string {
  const key = keys.split(" ").find((name) => Object.hasOwn(given, name));
  const words = key === undefined ? undefined : wordsOf(given[key]);
  return words === undefined ? UNCLEAR : words.map((word) => quoted(word.replace(/^-/, "./-"))).join(" ");
}

const MAX_WORDS = 20;

/** One text, or a list of some, none of which is empty or has a control character. */
function wordsOf(value: Json | undefined): readonly string[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const words = items.filter((item) => typeof item === "string");
  const isClear = words.length === items.length && words.length > 0 && words.length <= MAX_WORDS;
  return isClear && !words.some((word) => word === "" || /\p{Cc}/u.test(word)) ? words : undefined;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
