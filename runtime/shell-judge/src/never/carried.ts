import { isInterpreter } from "../guards/guard-interpreter.ts";
import { normalise } from "../paths/lexical.ts";
import { literalWord, type ShellWord } from "../read/shell-word.ts";
import type { Place } from "../walk/place.ts";

/** What a program is handed to run. */
export interface Carried {
  /** For a shell. */
  readonly texts: readonly string[];
  readonly commands: readonly (readonly ShellWord[])[];
  /** In a language of its own. */
  readonly code: readonly string[];
}

const NOTHING: Carried = { texts: [], commands: [], code: [] };

/** Commands and code in the words of a program, or in what it is fed. */
export function carriedBy(name: string, args: readonly ShellWord[], place: Place): Carried {
  const fed = place.input === undefined ? [] : [place.input.text];
  const values = args.map((word) => (word.form === "dynamic" ? "" : word.value));
  if (isInterpreter(name) || /^(?:[gmn]?awk|Rscript|scala|groovy)$/.test(name)) {
    return { ...NOTHING, code: [...values.filter((value) => /[\s('"`,;{]/.test(value)), ...fed] };
  }
  const texts = textsOf(name, values, fed);
  const commands = name === "docker" || name === "podman" ? mountedBy(values) : [];
  return texts.length === 0 && commands.length === 0 ? NOTHING : { texts, commands, code: [] };
}

/** Options whose value a shell runs: with the value behind `=` or glued, or in the next word. */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tar: /^(?:--(?:checkpoint-action=exec|to-command|use-compress-program|rsh-command|info-script|new-volume-script)|-[IF])(?:=|$)/,
  rsync: /^(?:-e|--rsh|--rsync-path)(?:=|$)/,
  ssh: /^(?:-o)?(?:ProxyCommand|LocalCommand|KnownHostsCommand)=/i,
  scp: /^(?:-o)?(?:ProxyCommand|LocalCommand)=/i,
  npm: /^(?:-c|--call)(?:=|$)/,
  npx: /^(?:-c|--call)(?:=|$)/,
  pnpm: /^(?:-c|--shell-mode)$/,
  nodemon: /^(?:-x|--exec)(?:=|$)/,
  "nix-shell": /^--(?:run|command)(?:=|$)/,
  nix: /^(?:-c|--command)$/,
  git: /^(?:-x|--exec|--(?:tree|index|env|msg|commit|parent|tag-name)-filter|--extcmd|--upload-pack|--receive-pack)(?:=|$)/,
  vim: /^(?:-c|--cmd)$/,
  vi: /^(?:-c|--cmd)$/,
  nvim: /^(?:-c|--cmd)$/,
  ex: /^-c$/,
  parallel: /^$/,
};

function textsOf(name: string, values: readonly string[], fed: readonly string[]): readonly string[] {
  const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
  const said = option === undefined ? [] : valuesOf(values, option);
  switch (name) {
    case "git":
      return [...said, ...gitTexts(values)];
    case "ssh":
      return [...said, afterHost(values)];
    case "sed":
    case "gsed":
      return values.flatMap(sedTexts);
    case "vim":
    case "vi":
    case "nvim":
    case "ex":
      return [...said, ...values].flatMap((value) => /^\+?:?!+(.+)/s.exec(value)?.[1] ?? []);
    case "hyperfine":
    case "concurrently":
    case "watchexec":
    case "onchange":
      return values.filter((value) => /\s/.test(value));
    case "at":
    case "batch":
      return fed;
    case "crontab":
      return fed.flatMap((text) => text.split("\n").map((line) => line.replace(/^\s*(?:@\w+|(?:\S+\s+){5})\s*/, "")));
    case "make":
      return values.some((value) => /^(?:-f)?(?:-|\/dev\/stdin)$/.test(value)) ? fed.flatMap(recipes) : said;
    case "parallel":
      return parallelTexts(values, fed);
    default:
      return said;
  }
}

/** The command `e` of sed, and the flag `e` of its `s`. */
function sedTexts(program: string): readonly string[] {
  const commands = [...program.matchAll(/(?:^|[;\n}\d$/!{])\s*e\s+([^\n]+)/g)].map(([, text = ""]) => text);
  const [, mark = "/", text] = /^\s*s([/|#,!])(?:\\.|(?!\1)[^\\])*\1((?:\\.|(?!\1)[^\\])*)\1\w*e/.exec(program) ?? [];
  return text === undefined ? commands : [...commands, text.replaceAll(`\\${mark}`, mark)];
}

function valuesOf(values: readonly string[], option: RegExp): readonly string[] {
  return values.flatMap((value, index) => {
    const match = option.exec(value);
    if (match === null) return [];
    const end = value.indexOf("=", match[0].length - 1);
    const rest = match[0].endsWith("=") ? value.slice(match[0].length) : (values[index + 1] ?? "");
    return [end < 0 || match[0].endsWith("=") ? rest : value.slice(end + 1)];
  });
}

/** Aliases and programs of a configuration, `submodule foreach` and `bisect run`. */
function gitTexts(values: readonly string[]): readonly string[] {
  const texts = values.flatMap((value, index) => {
    const set = /^(?:--config(?:-env)?=)?[A-Za-z][\w-]*\.[\w.-]+=(!?[\s\S]*)$/.exec(value)?.[1];
    const alone = /^[A-Za-z][\w-]*\.[\w.-]+$/.test(value) && values.includes("config") ? values[index + 1] : undefined;
    return [set, alone].filter((text) => text !== undefined).map((text) => text.replace(/^!/, ""));
  });
  const at = values.findIndex((value, index) => {
    const pair = `${values[index - 1]} ${value}`;
    return pair === "submodule foreach" || pair === "bisect run";
  });
  const rest = at < 0 ? [] : values.slice(at + 1).filter((value) => !/^(?:--recursive|--quiet|-q)$/.test(value));
  return rest.length === 0 ? texts : [...texts, rest.join(" ")];
}

/** What another machine's shell would run. */
function afterHost(values: readonly string[]): string {
  const host = values.findIndex(
    (value, index) => !value.startsWith("-") && !/^-[bcDEeFIiJLlmOoPpQRSWw]$/.test(values[index - 1] ?? ""),
  );
  return host < 0 ? "" : values.slice(host + 1).join(" ");
}

function recipes(text: string): readonly string[] {
  return text.split("\n").map((line) => line.replace(/^[^\t:;]*:[^;]*;?|^\t[@-]*/, ""));
}

/** `parallel rm -rf {} ::: a b`, and names from standard input. */
function parallelTexts(values: readonly string[], fed: readonly string[]): readonly string[] {
  const at = values.indexOf(":::");
  const template = (at < 0 ? values : values.slice(0, at)).filter((value) => !value.startsWith("-j")).join(" ");
  const given = at < 0 ? fed.flatMap((text) => text.split("\n")) : values.slice(at + 1);
  return given
    .slice(0, 20)
    .map((value) => (template.includes("{}") ? template.replaceAll("{}", value) : `${template} ${value}`));
}

/** More folders than this are not put in the place of what they are called inside. */
const MAX_MOUNTS = 20;

/**
 * A container that sees folders of this machine: its words, with the folders in the place of what they are called
 * inside.
 */
function mountedBy(values: readonly string[]): readonly (readonly ShellWord[])[] {
  const mounts = values.flatMap((value, index) => {
    const glued = /^(?:-v|--volume=)(.+)/.exec(value)?.[1];
    const next = /^(?:-v|--volume)$/.test(value) ? values[index + 1] : undefined;
    const [host, inside] = (glued ?? next ?? "").split(":");
    return host?.startsWith("/") === true && inside?.startsWith("/") === true
      ? [{ host, inside: normalise(inside) }]
      : [];
  });
  if (mounts.length === 0 || mounts.length > MAX_MOUNTS) return [];
  const placed = (text: string) =>
    mounts.reduce(
      (all, { host, inside }) => all.replaceAll(new RegExp(`(?<![\\w/])${escaped(inside)}(?![\\w-])`, "g"), () => host),
      text,
    );
  const from = values.findIndex((value) => /^(?:rm|mv|find|chmod|chown|shred|sh|bash|ash)$/.test(value));
  const words = from < 0 ? [] : values.slice(from);
  const seen = words.map(placed);
  return seen.some((value, index) => value !== words[index])
    ? [seen.filter((value, index) => value !== words[index] || value !== "/").map(literalWord)]
    : [];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
