import { type CommandPattern, commandMatches } from "./command-pattern.ts";

/** Long options of a few commands and the letters that mean the same. */
const SAME: Record<string, Record<string, string>> = {
  rm: { "--recursive": "-r", "-R": "-r", "--force": "-f" },
  git: { "--force": "-f", "--delete": "-d" },
};

/** Does a denying or asking pattern hit this command, its options in any order, bundled, abbreviated, anywhere? */
export function broadlyMatches(pattern: CommandPattern, argv: readonly string[]): boolean {
  if (commandMatches(pattern, argv)) return true;
  if (pattern.wild || pattern.words.length === 0 || pattern.words[0] !== argv[0]) return false;
  const wanted = pattern.words.filter((word) => !isOption(word));
  const wantedOptions = pattern.words.filter(isOption);
  const options = argv.filter(isOption);
  if (!wantedOptions.every((option) => hasOption(option, options, argv[0]))) return false;
  if (!pattern.open && options.length > 0 !== wantedOptions.length > 0) return false;
  return wordsMatch(wanted, argv, pattern.open);
}

function isOption(word: string): boolean {
  return word.startsWith("-") && word !== "-" && word !== "--";
}

function hasOption(wanted: string, options: readonly string[], name = ""): boolean {
  const same = Object.hasOwn(SAME, name) ? (SAME[name] ?? {}) : {};
  const fold = (option: string) => (Object.hasOwn(same, option) ? (same[option] ?? option) : option);
  return pieces(wanted).every((piece) => options.some((option) => means(option, piece, fold)));
}

/** Does an option of the command mean the wanted one, abbreviated, bundled or under its other name? */
function means(option: string, wanted: string, fold: (option: string) => string): boolean {
  const bare = option.split("=")[0] ?? option;
  if (fold(bare) === fold(wanted)) return true;
  if (bare.startsWith("--")) {
    return longNames(wanted, fold).some((long) => bare.length > 3 && long.startsWith(bare));
  }
  const letters = [...bare.slice(1)].map((letter) => fold(`-${letter}`));
  return letters.includes(fold(wanted));
}

function longNames(wanted: string, fold: (option: string) => string): readonly string[] {
  if (wanted.startsWith("--")) return [wanted];
  return ["--recursive", "--force", "--delete"].filter((long) => fold(long) === fold(wanted));
}

/** `-rf` is `-r` and `-f`; `--force` and `-x` are one piece. */
function pieces(option: string): readonly string[] {
  if (option.startsWith("--") || !/^-[A-Za-z]{2,3}$/.test(option)) return [option];
  return [...option.slice(1)].map((letter) => `-${letter}`);
}

function wordsMatch(wanted: readonly string[], argv: readonly string[], open: boolean): boolean {
  let next = 0;
  for (const [index, word] of argv.entries()) {
    if (isOption(word) || word === "--") continue;
    if (next < wanted.length && word === wanted[next]) next++;
    else if (next === wanted.length) {
      if (!open) return false;
    } else if (!isOption(argv[index - 1] ?? "")) return false;
  }
  return next === wanted.length;
}
