import type { JsonObject } from "@toolwright/core";
import { plainName } from "../called-also.ts";
import { argumentsOf, PATHS, quoted, textOf, UNCLEAR, wordsOf } from "./line-words.ts";
import { appending, echoing, lineOfName, OF_GIT, ofGit, running } from "./written-lines.ts";

/**
 * The call of `bash` that does what a call of another name wants, or one of `bash` whose command is a list of words.
 * What is not clear of it is `…`. It is shown to a model, and never run.
 */
export function lineInstead(name: string, given: JsonObject): JsonObject | undefined {
  const plain = plainName(name);
  if (plain === "bash") return joined(given) ?? withoutMarks(given);
  if (SHELLS.has(plain)) return joined(given) ?? given;
  const line = LINES.get(plain)?.(given) ?? lineOfName(name, given);
  return line === undefined ? undefined : { command: line };
}

const SHELLS = plainNames(
  "run shell exec execute terminal sh cmd command run_command execute_command run_terminal_cmd run_terminal_command " +
    "run_in_terminal run_shell run_shell_command shell_command local_shell execute_bash run_bash bash_command " +
    "exec_command shell_exec container.exec",
);

/**
 * A command that is given as a list of words, as a line; undefined for every other, also for a list of lines, and for
 * words with an operator, which quoting would make a word.
 */
function joined(given: JsonObject): JsonObject | undefined {
  const { command, cmd, ...rest } = given;
  const words = wordsOf(command ?? cmd);
  if (words === undefined || !Array.isArray(command ?? cmd)) return undefined;
  const [shell = "", flag = "", line, ...others] = words;
  const isLine = /^(?:\/bin\/)?(?:ba|z)?sh$/.test(shell) && /^-l?c$/.test(flag) && others.length === 0;
  if (isLine && line !== undefined) return { ...rest, command: line };
  return /\s/.test(shell) || words.some((word) => OPERATOR.test(word))
    ? undefined
    : { ...rest, command: words.map(quoted).join(" ") };
}

function withoutMarks(given: JsonObject): JsonObject | undefined {
  const command = typeof given.command === "string" ? unmarked(given.command) : undefined;
  return command === undefined ? undefined : { ...given, command };
}

/**
 * What stands in a fence or behind a prompt, as pages show commands; undefined for every other line. A shell would run
 * the output of what is in the fence.
 */
export function unmarked(line: string): string | undefined {
  const text = line.trim();
  if (/^```\w*\s/.test(text) && text.endsWith("```")) return text.slice(text.search(/\s/), -"```".length).trim();
  return text.startsWith("$ ") ? text.slice("$ ".length).trim() : undefined;
}

const OPERATOR = /^(?:&&?|\|\|?|;|&?\d?>>?(?:&\d)?|<|2>&1)$/;

type Line = (given: JsonObject) => string | undefined;

const LINES: ReadonlyMap<string, Line> = new Map([
  ...named("delete remove rm unlink delete_file remove_file delete_path remove_path file_delete del", removing),
  ...named(
    "delete_directory delete_dir delete_folder remove_directory remove_dir remove_folder",
    (given) => `rm -r ${deletedIn(given)}`,
  ),
  ...named("rmdir", on("rmdir")),
  ...named("mkdir make_dir make_directory create_dir create_directory create_folder make_folder", on("mkdir -p")),
  ...named("rename move mv rename_file move_file file_rename file_move rename_path move_path", between("mv")),
  ...named("copy cp copy_file duplicate duplicate_file file_copy", between("cp")),
  ...["git", "npm", "npx", "wc"].flatMap((name) => named(name, program(name))),
  ...["node", "python"].flatMap((name) => named(name, (given) => coded(given, name) ?? program(name)(given))),
  ...named(
    "run_python run_python_code run_python_script execute_python exec_python python_exec python_repl python3 " +
      "python_interpreter code_interpreter",
    running("python"),
  ),
  ...named("run_node run_javascript run_js execute_javascript javascript node_exec", running("node")),
  ...named("run_code execute_code exec_code code_execution run_script execute_script", running()),
  ...OF_GIT.flatMap((command) => named(`git_${command}`, ofGit(command))),
  ...named("append append_file append_to_file file_append append_text add_to_file add_line append_line", appending),
  ...named("echo print printf say log print_text", echoing),
  ...named("count_lines line_count lines_count wc_l num_lines count_lines_in_file", on("wc -l")),
  ...named("count_words word_count words_count", on("wc -w")),
  ...named("ls_la ls_l ls_al ls_lah ls_a", (given) => lineOfName("ls -la", given)),
  ...named("test tests run_test run_tests npm_test test_runner run_unit_tests", () => "npm test"),
]);

function named(names: string, line: Line): readonly [string, Line][] {
  return [...plainNames(names)].map((name) => [name, line]);
}

function plainNames(names: string): ReadonlySet<string> {
  return new Set(names.split(" ").map(plainName));
}

const SOURCES = `source src from old_path oldPath source_path sourcePath ${PATHS.replace(" target", "")}`;
const TARGETS = "destination dest dst to target new_path newPath destination_path destinationPath target_path new_file";

function on(program: string): Line {
  return (given) => `${program} ${argumentsOf(given, PATHS)}`;
}

/** Of a folder `rm` alone removes nothing. */
function removing(given: JsonObject): string {
  const paths = deletedIn(given);
  return `rm ${/\/'?(?: |$)/.test(paths) ? "-r " : ""}${paths}`;
}

function deletedIn(given: JsonObject): string {
  const values = PATHS.split(" ").flatMap((name) => given[name] ?? []);
  const isTooMuch = values.some((path) => typeof path === "string" && TOO_MUCH.test(path.trim()));
  return isTooMuch ? UNCLEAR : argumentsOf(given, PATHS);
}

function between(program: string): Line {
  return (given) => `${program} ${argumentsOf(given, SOURCES)} ${argumentsOf(given, TARGETS)}`;
}

/** A program that was called like a tool. */
function program(name: string): Line {
  return (given) => {
    const rest = given.command ?? given.args ?? given.arguments;
    const [line = "", ...others] = wordsOf(rest) ?? [];
    if (line === "") return `${name} ${argumentsOf(given, PATHS)}`;
    const words = others.length > 0 || Array.isArray(rest) ? [line, ...others].map(quoted).join(" ") : line;
    return words.startsWith(`${name} `) ? words : `${name} ${words}`;
  };
}

/** Code that such a call brings in place of words. */
function coded(given: JsonObject, language: string): string | undefined {
  return textOf(given, "code source source_code") === undefined ? undefined : running(language)(given);
}

/** A folder that nobody means to delete: all of the disk, a home, the folder itself or the one above. */
const TOO_MUCH = /^(?:~|\.{1,2}|[/*.~])[/*.]*$/;
