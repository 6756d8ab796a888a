import { namesFound } from "../grammar/found-names.ts";
import type { CommandReading } from "../guards/command-view.ts";
import { join, normalise } from "../paths/lexical.ts";
import type { ShellWord } from "../read/shell-word.ts";
import { guessedText, printedWord } from "../walk/guesses.ts";
import type { Exits, Place, Printed } from "../walk/place.ts";
import { atHome } from "../walk/variables.ts";
import { selectsNothing } from "./found-loss.ts";

type Prints = Pick<Exits, "prints">;

/** What a command is likely to print. Texts may hold wildcards, which stand for names. */
export function guessedPrint(
  name: string,
  words: readonly ShellWord[],
  place: Place,
  reading?: CommandReading,
): Prints {
  const args = words.map((word) => atHome(word, place.variables));
  const printed =
    (Object.hasOwn(TEXTS, name) ? TEXTS[name]?.(args, place) : undefined) ??
    (PASSES.test(name) ? passed(args, place) : undefined);
  if (printed !== undefined) return { prints: printed };
  return name === "find" ? found(args, reading, place) : {};
}

/** They let their input through, as far as anyone would feed a shell with it. */
const PASSES =
  /^(?:cat|tee|head|tail|sort|uniq|grep|egrep|fgrep|nl|fold|column|stdbuf|sponge|pv|less|more|dos2unix|envsubst)$/;

function passed(args: readonly ShellWord[], { input }: Place): Printed | undefined {
  const held = args.find(({ holds }) => holds !== undefined)?.holds;
  return held === undefined ? input : guessedText(held);
}

const TEXTS: Readonly<Record<string, (args: readonly ShellWord[], place: Place) => Printed | undefined>> = {
  echo: (args) => {
    const options = args.findIndex(({ value }) => !/^-[neE]+$/.test(value));
    const rest = options < 0 ? [] : args.slice(options);
    const text = joined(rest);
    const escaped = args.slice(0, Math.max(options, 0)).some(({ value }) => value.includes("e"));
    return text === undefined ? undefined : guessedText(escaped ? unescaped(text) : text, isDeep(rest));
  },
  printf: (args) => {
    const [format, ...rest] = args[0]?.value === "--" ? args.slice(1) : args;
    const values = rest.map(printedWord);
    if (format === undefined || args.some(({ form }) => form === "dynamic")) return undefined;
    return guessedText(formatted(unescaped(format.value), values));
  },
  ls: (args) => guessedText(args.some(({ value }) => /^-\w*[aA]/.test(value)) ? "*\n.*" : listed(args)),
  pwd: (_, { directories }) => (directories?.[0] === undefined ? undefined : guessedText(directories[0])),
  dirname: (args, place) => ofPath(args, place, (path) => path.slice(0, path.lastIndexOf("/")) || "/"),
  realpath: (args, place) => ofPath(args, place, (path) => path),
  readlink: (args, place) => ofPath(args, place, (path) => path),
  basename: (args) => {
    const path = args[0]?.form === "literal" ? args[0].value.replace(/\/+$/, "") : undefined;
    return path === undefined ? undefined : guessedText(path.slice(path.lastIndexOf("/") + 1));
  },
  git: (args) =>
    args.some(({ value }) => /^--(?:absolute-)?git-(?:common-)?dir$/.test(value)) ? guessedText(".git") : undefined,
  base64: (args, place) =>
    decoded(args, place, /^(?:-[dD]|--decode)$/, (text) => Buffer.from(text, "base64").toString("utf8")),
  xxd: (args, place) =>
    decoded(args, place, /^-(?:r|rp|pr|ps)$/, (text) => Buffer.from(text.trim(), "hex").toString("utf8")),
  yes: (args) => {
    const text = joined(args);
    return text === undefined ? undefined : guessedText(text);
  },
  sed: (args, place) => prefixed(args, place, /^s(.)\^\1(.*?)\1/),
  awk: (args, place) => prefixed(args, place, /^\s*(\{)\s*print\s+"([^"]*)"\s*\$[01]\s*;?\s*\}\s*$/),
  rev: (_, { input }) => (input === undefined ? undefined : guessedText(reversed(input.text))),
};

function joined(words: readonly ShellWord[]): string | undefined {
  return words.some(({ form }) => form === "dynamic" || form === "stream")
    ? undefined
    : words.map(printedWord).join(" ");
}

function isDeep(words: readonly ShellWord[]): boolean {
  return words.some(({ below, all }) => below === true && all === true);
}

/** `ls -d /*` prints the names as they are given; without it, those inside, without the folder. */
function listed(args: readonly ShellWord[]): string {
  if (!args.some(({ value }) => /^-\w*d/.test(value))) return "*";
  return args
    .filter(({ value }) => !value.startsWith("-"))
    .map(printedWord)
    .join("\n");
}

function ofPath(args: readonly ShellWord[], { directories }: Place, of: (path: string) => string): Printed | undefined {
  const path = args.findLast(({ value }) => !value.startsWith("-"));
  const from = directories?.[0];
  if (path?.form !== "literal" || path.tilde || from === undefined) return undefined;
  return guessedText(of(normalise(join(from, path.value))));
}

function decoded(
  args: readonly ShellWord[],
  { input }: Place,
  option: RegExp,
  decode: (text: string) => string,
): Printed | undefined {
  const wanted = input !== undefined && args.some(({ value }) => option.test(value));
  return wanted ? guessedText(decode(input.text)) : undefined;
}

/** Lines with something put before each of them; a program of another kind is taken for one that lets them through. */
function prefixed(args: readonly ShellWord[], { input }: Place, program: RegExp): Printed | undefined {
  if (input === undefined) return undefined;
  const prefix = args.flatMap(({ value }) => program.exec(value)?.[2] ?? [])[0] ?? "";
  const text = input.text
    .split("\n")
    .map((line) => (line === "" ? "" : prefix.replaceAll("\\/", "/") + line))
    .join("\n");
  return guessedText(text, input.deep === true);
}

function reversed(text: string): string {
  return text
    .split("\n")
    .map((line) => [...line].reverse().join(""))
    .join("\n");
}

/** The escapes of `printf` and `echo -e`. */
function unescaped(text: string): string {
  return text.replace(/\\(?:x([\da-fA-F]{1,2})|0?([0-7]{1,3})|([abefnrtv\\]))/g, (_, hex, octal, letter) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return letter === "n" ? "\n" : letter === "t" ? "\t" : letter === "\\" ? "\\" : "";
  });
}

/** The format is used again as long as there are values. */
function formatted(format: string, values: readonly string[]): string {
  const slots = format.match(/%[^%A-Za-z]*[A-Za-z]/g)?.length ?? 0;
  if (slots === 0) return format;
  let at = 0;
  let text = "";
  do text += format.replace(/%[^%A-Za-z]*[A-Za-z]/g, () => values[at++] ?? "");
  while (at < values.length && text.length < 10_000);
  return text;
}

/** `find` prints everything below, where nothing chooses. */
function found(args: readonly ShellWord[], reading: CommandReading | undefined, { variables }: Place): Prints {
  const names = reading?.read === undefined ? undefined : namesFound(reading.read);
  if (names === undefined || !selectsNothing(args)) return {};
  const starts = names.below.map((word) => `${printedWord(atHome(word, variables)).replace(/\/$/, "")}/*`);
  return { prints: guessedText(starts.join("\n"), true) };
}
