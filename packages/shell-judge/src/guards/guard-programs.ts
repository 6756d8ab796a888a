import { type Finding, guard } from "../decide/finding.ts";
import { awkProgramIsHarmless } from "../grammar/readers/awk.ts";
import type { PathUse } from "../paths/path-judge.ts";
import type { ShellWord } from "../read/shell-word.ts";
import type { CommandReading, CommandView, Guard } from "./command-view.ts";
import { guardGeneric } from "./guard-generic.ts";
import { openFindings, optionFindings } from "./guard-reading.ts";
import { optionGrammar } from "./option-grammar.ts";
import { type ReadArguments, readArguments } from "./read-arguments.ts";

/** Options with which an interpreter takes its program from the line, or loads another one first. */
const INLINE: Record<string, RegExp> = {
  python: /^-[A-Za-z]*[ci]/,
  perl: /^-[A-Za-z0-9]*[eEiMmIxnpd]/,
  ruby: /^-[A-Za-z0-9]*[erinpIx]/,
  node: /^(?:-[A-Za-z]*[epri]|--(?:eval|print|require|import|loader|experimental-loader|interactive|env-file|inspect)(?:=|$|-))/,
  php: /^-[A-Za-z]*[rBREFdac]/,
  lua: /^-[eli]/,
  Rscript: /^-[eE]|^--default/,
};

/** Interpreters and what their options are like. */
const INTERPRETERS = new Map<string, RegExp>(
  Object.entries({
    python: "python",
    python2: "python",
    python3: "python",
    pypy: "python",
    pypy3: "python",
    perl: "perl",
    ruby: "ruby",
    node: "node",
    nodejs: "node",
    php: "php",
    lua: "lua",
    luajit: "lua",
    Rscript: "Rscript",
    tsx: "node",
    "ts-node": "node",
    bun: "node",
    deno: "node",
    osascript: "lua",
    tclsh: "lua",
    julia: "lua",
  }).map(([name, like]) => [name, INLINE[like] ?? /^-/]),
);

/** The names of interpreters, versioned ones (`python3.12`) by their stem. */
export function isInterpreter(name: string): boolean {
  return INTERPRETERS.has(stem(name));
}

function stem(name: string): string {
  return name.replace(/(?<=[a-z])[\d.]+$/, (digits) => (/^[23]$/.test(digits) ? digits : ""));
}

/** A script file may be allowed by a wildcard, code on the line or from standard input never is. */
export const guardInterpreter: Guard = (view): CommandReading => {
  const generic = guardGeneric(view);
  const inline = INTERPRETERS.get(stem(view.name)) ?? /^-/;
  const first = view.args.findIndex((word) => !word.value.startsWith("-") || word.form !== "literal");
  const options = first < 0 ? view.args : view.args.slice(0, first);
  const ranges = options.some((word) => inline.test(word.value));
  const evaluates = view.args.some((word) => word.value === "eval" || word.value === "repl");
  const asksVersion = view.args.length === 1 && /^--version$/.test(view.args[0]?.value ?? "");
  const noScript = first < 0 && !asksVersion && !options.some((word) => /^-m|^--(?:test|check)$/.test(word.value));
  const dash = view.args.some((word) => word.value === "-" || word.form === "stream");
  const findings = [...generic.findings];
  if (ranges || evaluates || noScript || dash) findings.push(guard(`${view.name} runs code that no rule has seen.`));
  return { ...generic, findings };
};

/** awk programs may run commands and open files. */
export const guardAwk: Guard = (view): CommandReading => {
  const read = readArguments(
    view.args,
    optionGrammar(
      "+ F:text v:text f! i! l! e! E! o! d! p! D! W! M n r s S t O field-separator:text assign:text file! include! load! source! exec! dump-variables! profile! pretty-print! debug! help version posix re-interval lint? traditional",
    ),
  );
  const [program, ...files] = read.operands;
  const text = program?.form === "literal" ? program.value : undefined;
  const findings: Finding[] = [...optionFindings("awk", read), ...openFindings("awk", read)];
  const unknown = read.unknown[0];
  if (unknown !== undefined) findings.push(guard(`awk ${unknown} is not known to be harmless.`));
  const harmless = text !== undefined && awkProgramIsHarmless(text);
  if (!harmless) findings.push(guard("The awk program may run commands or open files."));
  const paths = files.filter((word) => !/^\w+=/.test(word.value)).map((word): PathUse => ({ access: "read", word }));
  return { findings, paths, harmless: false };
};

const PACKAGE_OPTIONS =
  /^(?:--?(?:script-shell|shell|prefix|userconfig|globalconfig|node-options|call|package|registry|cwd|dir|c|p|C)(?:=|$))/;

const RUNS_OTHERS = /^(?:config|c|set|set-script|pkg|exec|x|dlx|init|innit|create|explore|edit)$/;

/** npm and its relatives: options that swap the shell or the folder, code on the line, changed scripts. */
export const guardPackages: Guard = (view): CommandReading => {
  const generic = guardGeneric(view);
  const own = beforeDashes(view);
  const option = own.find((word) => PACKAGE_OPTIONS.test(word.value) || abbreviates(word.value));
  const action = own.find((word) => !word.value.startsWith("-"));
  const findings = [...generic.findings];
  if (option !== undefined) findings.push(guard(`${view.name} ${option.value} can run another program.`));
  if (view.name !== "npx" && action !== undefined && RUNS_OTHERS.test(action.value))
    findings.push(guard(`${view.name} ${action.value} runs any program, or changes what is run.`));
  return { ...generic, findings };
};

function beforeDashes({ args }: CommandView): CommandView["args"] {
  const end = args.findIndex((word) => word.value === "--");
  return end < 0 ? args : args.slice(0, end);
}

/** npm takes unambiguous beginnings of its options. */
function abbreviates(option: string): boolean {
  const name = option.split("=")[0] ?? option;
  const dangerous = ["--script-shell", "--prefix", "--userconfig", "--globalconfig", "--node-options"];
  return name.length > 4 && dangerous.some((long) => long.startsWith(name));
}

/** make obeys variables on its command line, and another makefile if it is given one. */
export const guardMakefile: Guard = (view): CommandReading => {
  const generic = guardGeneric(view);
  const hit = view.args.find((word) =>
    /=|^-[A-Za-z]*[fCIE]|^--(?:file|makefile|directory|include-dir|eval|e|f|m|d)/.test(word.value),
  );
  const findings = [...generic.findings];
  if (hit !== undefined) findings.push(guard(`make ${hit.text} can run other commands than the makefile's.`));
  return { ...generic, findings };
};

const CURL = optionGrammar(
  "s S f L I i v k G g N 4 6 # O! o! K! T! d! F! D! c! E! n! b:text H:text A:text X:text e:text m:text r:text w:text u:text U:text x! y:text Y:text z:text silent show-error fail fail-with-body location head include verbose insecure get globoff no-buffer ipv4 ipv6 compressed http1.1 http2 no-progress-meter progress-bar tlsv1.2 tlsv1.3 header:text user-agent:text request:text referer:text max-time:text connect-timeout:text retry:text retry-delay:text range:text write-out:text user:text cookie:text url:text output! remote-name! remote-header-name! config! upload-file! data! data-ascii! data-binary! data-raw! data-urlencode! json! form! dump-header! cookie-jar! trace! trace-ascii! stderr! output-dir! unix-socket! proxy! preproxy! resolve! connect-to! netrc! netrc-file! cert! key! cacert! capath! libcurl! hsts! alt-svc! etag-save! engine! help version",
);

/** curl may fetch; what it writes, sends or reads from files is asked. */
export const guardCurl: Guard = (view): CommandReading => {
  const read = readArguments(view.args, CURL);
  const findings = [...optionFindings("curl", read)];
  const unknown = read.unknown[0];
  if (unknown !== undefined) findings.push(guard(`curl ${unknown} is not known to be harmless.`));
  const values = [...read.operands, ...read.options.flatMap(({ value }) => value ?? [])];
  const odd =
    values.find((word) => word.form === "dynamic" || /^@|%output|^(?!https?:)[a-z]+:\/\//i.test(word.value)) ??
    addresses(read).find((word) => /^(?!https?:\/)[a-z][\w+.-]*:(?!\d)/i.test(word.value)) ??
    cookies(read).find((word) => !word.value.includes("="));
  if (odd !== undefined) findings.push(guard(`curl ${odd.text} may read or write a file.`));
  return { findings, paths: [], harmless: false };
};

function addresses({ operands, options }: ReadArguments): readonly ShellWord[] {
  return [...operands, ...options.flatMap(({ name, value }) => (name === "--url" ? (value ?? []) : []))];
}

/** A cookie without `=` is the name of a file. */
function cookies({ options }: ReadArguments): readonly ShellWord[] {
  return options.flatMap(({ name, value }) => (name === "-b" || name === "--cookie" ? (value ?? []) : []));
}
