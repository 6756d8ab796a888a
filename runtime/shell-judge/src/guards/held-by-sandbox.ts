import { runsProjects } from "../grammar/programs/programs.ts";
import type { PathUse } from "../paths/path-use.ts";
import { literalWord } from "../read/shell-word.ts";
import { isVerbatim } from "../walk/place.ts";
import type { CommandReading, CommandView } from "./command-view.ts";
import { isInterpreter } from "./guard-interpreter.ts";

/**
 * A program that runs code of the project may run code of the line as well where a sandbox holds both: its findings are
 * marked so, where every word is known and none speaks of a loss, for the workspace can be written there. The names of
 * files in the code are looked up; one that is denied still asks.
 */
export function heldBySandbox(view: CommandView, reading: CommandReading): CommandReading {
  const { name, args, fed, input } = view;
  const text = fed && input !== undefined && isVerbatim(input) ? [input.text] : [];
  const isKnown = args.every(({ form }) => form === "literal") && (!fed || text.length > 0 || hasCode(view));
  const isHeld = ARCHIVERS.test(name) || CLIENTS.test(name) || isInterpreter(name) || runsProjects(name);
  if (!isKnown || !isHeld) return reading;
  const words = CLIENTS.test(name) && args[0]?.value === "exec" ? args.slice(1) : args;
  const texts = [...words.map(({ value }) => value), ...text];
  if (texts.some((one) => speaksOfLoss(one, name))) return reading;
  const findings = reading.findings.map((finding) =>
    finding.kind === "guard" ? { ...finding, contained: true } : finding,
  );
  return { ...reading, findings, paths: [...reading.paths, ...texts.flatMap(namedInside)] };
}

/** Programs that pack, unpack, query and show files. */
const ARCHIVERS =
  /^(?:tar|bsdtar|unzip|zip|gzip|gunzip|bzip2|xz|7z|cpio|split|csplit|patch|sqlite3|m4|less|more|man|info)$/;

/** Programs that do nothing without a server, which they cannot reach from there. */
const CLIENTS = /^(?:docker|docker-compose|podman|psql|mysql|redis-cli)$/;

/** A program that is given its code takes none from what is written into it. */
function hasCode({ args }: CommandView): boolean {
  return args.some(({ value }) => /^-[A-Za-z]*[cep]$|^--(?:eval|print)$|^eval$/.test(value));
}

/** Calls of languages and shells that delete, move away, make devices and processes, or hand a text to a shell. */
const LOSES =
  /\brm(?:_\w+|tree|dir|dirSync|Sync)?\b|unlink|remove|rimraf|emptyDir|truncate|\brename|\.move\b|(?:Dir|File)\.delete|\bfork\b|spawn|popen|\bsystem\b|subprocess|child_process|(?<![\w.])exec|_exec\b|execute|Kernel|passthru|pcntl_|\bqx\b|%x|shell script|\/dev\/(?!null\b)|\/etc\/passwd/i;

function speaksOfLoss(text: string, name: string): boolean {
  return LOSES.test(text) || (/^(?:perl|ruby|php)/.test(name) && text.includes("`"));
}

/** So many names in one text are looked up. */
const MAX_NAMES = 200;

function namedInside(text: string): readonly PathUse[] {
  if (!/[\s'"`()=,:;]/.test(text)) return [];
  const names = new Set(text.match(/[\w.~/@-]*[./][\w.~/@-]*/g) ?? []);
  const words = [...names].slice(0, MAX_NAMES).map((name) => ({ ...literalWord(name), tilde: name.startsWith("~/") }));
  const uses = words.map((word): PathUse => ({ access: "read", word, counts: "asked-denials" }));
  if (names.size <= MAX_NAMES) return uses;
  return [...uses, { access: "read", word: { ...literalWord(""), form: "dynamic" } }];
}
