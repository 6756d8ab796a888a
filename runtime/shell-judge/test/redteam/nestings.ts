import { Random } from "./random.ts";

/** What must never run or be printed, as it would stand in a line: `M` becomes a mark, the others show a secret. */
const PAYLOADS: readonly string[] = [
  "$(M)",
  "`M`",
  "$(M)",
  "$(<.env)",
  "`cat .env`",
  "a[$(M)]",
  "$((a[$(M)]))",
  "$[a[$(M)]]",
  "\\$(M)",
  "\\\\$(M)",
  "\\`M\\`",
  "'$(M)'",
  "<(M)",
  `\${x@P}`,
  `\${!x}`,
  "$(echo $(M))",
  "`echo \\`M\\``",
  "; M;",
  "\nM\n",
  "| M",
  "& M",
  "&& M #",
  `\${y:-$(M)}`,
  "$(M # )\n)",
  "}$(M)",
  "'}$(M)",
  '"}$(M)',
  "`M #`",
].map((payload) => payload.replaceAll("M", "touch /var/tmp/marks/m"));

const NAMES = [
  "ls",
  "cat",
  "echo",
  "true",
  "printf %s",
  "grep x",
  "head -1",
  "wc -l",
  "test -f",
  "git log -1",
] as const;
const FILES = ["README.md", "names.txt", "src/a.ts", "x", "*.md", "-n", "'a b'", '"a b"', "\\$x", "a\\ b"] as const;
const OPERATORS = [
  ":-",
  "-",
  ":+",
  "+",
  ":=",
  "=",
  ":?",
  "#",
  "##",
  "%",
  "%%",
  "/a/",
  "//",
  "/#",
  "/%",
  "^",
  "^^",
  ",",
  ",,",
  ":",
  "@",
] as const;
const VARIABLES = [
  "x",
  "PWD",
  "HOME",
  "y",
  "_",
  "1",
  "@",
  "#",
  "?",
  "REPLY",
  "BASH_VERSION",
  "a[0]",
  "a[@]",
  "!x",
] as const;

type Make = (draw: Draw) => string;

/** Draws pieces of shell lines, nested at most so deep. */
class Draw {
  readonly random: Random;
  #depth = 0;

  constructor(random: Random) {
    this.random = random;
  }

  inner(makes: readonly Make[]): string {
    if (this.#depth >= 4) return this.random.once(3) ? this.random.pick(PAYLOADS) : this.random.pick(FILES);
    this.#depth++;
    const text = this.random.pick(makes)(this);
    this.#depth--;
    return text;
  }

  word(): string {
    return this.inner(WORDS);
  }

  command(): string {
    return this.inner(COMMANDS);
  }
}

const WORDS: readonly Make[] = [
  (draw) => draw.random.pick(FILES),
  (draw) => draw.random.pick(PAYLOADS),
  (draw) => draw.random.pick(PAYLOADS),
  (draw) => `'${draw.word()}'`,
  (draw) => `"${draw.word()}"`,
  (draw) => `$'${draw.word()}'`,
  (draw) => `$"${draw.word()}"`,
  (draw) => `\${${draw.random.pick(VARIABLES)}${draw.random.pick(OPERATORS)}${draw.word()}}`,
  (draw) => `"\${${draw.random.pick(VARIABLES)}${draw.random.pick(OPERATORS)}${draw.word()}}"`,
  (draw) => `\${x:-'${draw.word()}'}`,
  (draw) => `"\${x:-'${draw.word()}'}"`,
  (draw) => `"\${x:-$'${draw.word()}'}"`,
  (draw) => `"\${x:-"${draw.word()}"}"`,
  (draw) => `\${x/${draw.word()}/${draw.word()}}`,
  (draw) => `$(${draw.command()})`,
  (draw) => `"$(${draw.command()})"`,
  (draw) => `\`${draw.command()}\``,
  (draw) => `$((${draw.word()}))`,
  (draw) => `$[${draw.word()}]`,
  (draw) => `{${draw.word()},${draw.word()}}`,
  (draw) => `${draw.word()}${draw.word()}`,
  (draw) => `<(${draw.command()})`,
  (draw) => `\\${draw.word()}`,
  (draw) => `$${draw.random.pick(VARIABLES)}`,
];

const COMMANDS: readonly Make[] = [
  (draw) => `${draw.random.pick(NAMES)} ${draw.word()}`,
  (draw) => `echo ${draw.word()}`,
  (draw) => `echo ${draw.word()} ${draw.word()}`,
  (draw) => `${draw.random.pick(NAMES)} ${draw.random.pick(FILES)}`,
  (draw) => `cat <<E\n${draw.word()}\nE`,
  (draw) => `cat <<E\n\${x:-'${draw.word()}'}\nE`,
  (draw) => `cat <<E\n\${x:-$'${draw.word()}'}\nE\nls`,
  (draw) => `cat <<-E\n\t"${draw.word()}"\n\tE`,
  (draw) => `cat <<'E'\n${draw.word()}\nE`,
  (draw) => `cat <<"E"\n${draw.word()}\nE`,
  (draw) => `cat <<\\E\n${draw.word()}\nE`,
  (draw) => `cat <<E <<'F'\n${draw.word()}\nE\n${draw.word()}\nF`,
  (draw) => `cat <<< ${draw.word()}`,
  (draw) => `[[ ${draw.word()} == ${draw.word()} ]]`,
  (draw) => `[[ -f ${draw.word()} || x ]]`,
  (draw) => `[[ x -eq ${draw.word()} ]]`,
  (draw) => `[[ x =~ ${draw.word()} ]]`,
  (draw) => `((${draw.word()}))`,
  (draw) => `let ${draw.word()}`,
  (draw) => `x=${draw.word()}; echo $x`,
  (draw) => `x=${draw.word()}; echo "\${x:-'${draw.word()}'}"`,
  (draw) =>
    `x='${draw.word()}'; ${draw.random.pick([`echo \${x@P}`, "echo $((x))", "eval $x", "$x", "[[ x -eq 1 ]]", `echo \${!x}`])}`,
  (draw) => `a=(${draw.word()} ${draw.word()}); echo \${a[${draw.word()}]}`,
  (draw) => `declare ${draw.random.pick(["-i ", "-n ", "-a ", ""])}x=${draw.word()}; echo $x`,
  (draw) => `if ${draw.command()}; then ${draw.command()}; fi`,
  (draw) => `for i in ${draw.word()} ${draw.word()}; do ${draw.command()}; done`,
  (draw) => `for _ in README.md; do ${draw.command()}; cat "$_"; done`,
  (draw) => `for ((i=${draw.word()};i<2;i++)); do ${draw.command()}; done`,
  (draw) => `while ${draw.command()}; do ${draw.command()}; break; done`,
  (draw) => `case ${draw.word()} in ${draw.word()}) ${draw.command()};; esac`,
  (draw) =>
    `${draw.random.pick(["f", "ls", "echo", "cat"])}() { ${draw.command()}; }; ${draw.random.pick(["f", "ls", "true"])}`,
  (draw) => `(${draw.command()})`,
  (draw) => `{ ${draw.command()}; }`,
  (draw) => `${draw.command()} | ${draw.command()}`,
  (draw) => `${draw.command()} && ${draw.command()}`,
  (draw) => `${draw.command()}\n${draw.command()}`,
  (draw) => `! ${draw.command()}`,
  (draw) => `coproc ${draw.command()}`,
  (draw) => `ls | coproc ${draw.command()}`,
  (draw) => `time ${draw.command()}`,
  (draw) => `${draw.command()} # ${draw.word()}`,
  (draw) => `bash -c '${draw.command()}'`,
  (draw) => `bash -c "${draw.command()}"`,
  (draw) => `LANG=${draw.word()} ls`,
  (draw) => `find . -maxdepth 0 -exec ${draw.command()} \\;`,
  (draw) => `echo ${draw.word()} | xargs ${draw.random.pick(NAMES)}`,
  (draw) => `awk '${draw.word()}' names.txt`,
  (draw) => `sed ${draw.word()} names.txt`,
  (draw) => `printf ${draw.word()} ${draw.word()}`,
  (draw) => `read x < ${draw.word()}; echo $x`,
  (draw) => `test ${draw.random.pick(["-v", "-f", "-n", "x -eq"])} ${draw.word()}`,
  (draw) => `cd ${draw.word()}; ${draw.command()}`,
  (draw) => `set -- ${draw.word()}; cat "$1"`,
];

/** A line that hides a payload in nested quotes, expansions, here-documents and compounds; `seed` decides which. */
export function nestedLines(seed: number, count: number): readonly string[] {
  const draw = new Draw(new Random(seed));
  return Array.from({ length: count }, () => draw.command());
}
