import { guard } from "../decide/finding.ts";
import type { CommandReading, Guard } from "./command-view.ts";
import { openFindings, optionFindings, optionPaths } from "./guard-reading.ts";
import { optionGrammar } from "./option-grammar.ts";
import { readArguments } from "./read-arguments.ts";

const HARMLESS: CommandReading = { findings: [], paths: [], harmless: true };

/** `printf -v name` and the format `%n` set a variable, and a subscript in its name is run. */
export const guardPrintf: Guard = ({ args }) => {
  const [first, second] = args;
  const format = first?.value === "--" ? second : first;
  if (format === undefined) return HARMLESS;
  const plain = format.form === "literal" && !(format === first && format.value.startsWith("-"));
  if (plain && !/%[^%A-Za-z]*[hlLjzt]*n/.test(format.value.replaceAll("%%", ""))) return HARMLESS;
  return { ...HARMLESS, findings: [guard("printf may set a variable here, which can run commands.")] };
};

const DATE = optionGrammar(
  "d:text f:read I? R r:read s! u date:text debug file:read iso-8601? resolution rfc-email rfc-2822 rfc-3339:text reference:read set! utc universal help version",
);

/** An operand that is no format sets the clock. */
export const guardDate: Guard = ({ args }) => {
  const read = readArguments(args, DATE);
  const sets = read.operands.some((word) => !word.prefix.startsWith("+"));
  const findings = [...optionFindings("date", read), ...openFindings("date", read)];
  if (sets) findings.push(guard("date with an operand sets the clock."));
  return { findings, paths: optionPaths(read), harmless: read.unknown.length === 0 };
};

const HOSTNAME = optionGrammar(
  "a A d f i I s y fqdn domain short long all-fqdns all-ip-addresses ip-address help version",
);

/** An operand sets the name. */
export const guardHostname: Guard = ({ args }) => {
  const read = readArguments(args, HOSTNAME);
  const findings = [...openFindings("hostname", read)];
  if (read.operands.length > 0) findings.push(guard("hostname with an operand sets the name."));
  return { findings, paths: [], harmless: read.unknown.length === 0 };
};

const UNIQ = optionGrammar(
  "# c d D i u z f:text s:text w:text count repeated all-repeated? ignore-case skip-fields:text group? skip-chars:text unique zero-terminated check-chars:text help version",
);

/** The second operand is written. */
export const guardUniq: Guard = ({ args }) => {
  const read = readArguments(args, UNIQ);
  const [input, output] = read.operands;
  const findings = output === undefined ? [] : [guard("uniq writes its second operand.")];
  const paths = [
    ...(input === undefined ? [] : [{ access: "read" as const, word: input }]),
    ...(output === undefined ? [] : [{ access: "edit" as const, word: output }]),
  ];
  return { findings: [...findings, ...openFindings("uniq", read)], paths, harmless: read.unknown.length === 0 };
};

const XXD = optionGrammar("a b c:text C d e E g:text i l:text n:text o:text p r! R:text s:text u v");

/** `-r` and a second operand write. */
export const guardXxd: Guard = ({ args }) => {
  const read = readArguments(args, XXD);
  const findings = [...optionFindings("xxd", read), ...openFindings("xxd", read)];
  if (read.operands.length > 1) findings.push(guard("xxd writes its second operand."));
  const paths = read.operands.map((word) => ({ access: "read" as const, word }));
  return { findings, paths, harmless: read.unknown.length === 0 };
};

const JQ = optionGrammar(
  "n r j a s S c C M e R h V f! L! null-input raw-output raw-output0 join-output ascii-output slurp sort-keys compact-output color-output monochrome-output exit-status raw-input tab indent:text from-file! unbuffered seq stream stream-errors arg! argjson! slurpfile! rawfile! args! jsonargs! help version",
);

/** A filter may load modules and read the environment. */
export const guardJq: Guard = ({ args }) => {
  const read = readArguments(args, JQ);
  const [filter, ...files] = read.operands;
  const findings = [...optionFindings("jq", read), ...openFindings("jq", read)];
  const reads =
    filter === undefined ||
    filter.form === "dynamic" ||
    /\b(?:import|include|env|input_filename)\b|\$ENV|\$__/.test(filter.value);
  if (reads) findings.push(guard("The jq filter may load modules or read the environment."));
  const paths = files.map((word) => ({ access: "read" as const, word }));
  return { findings, paths: [...optionPaths(read), ...paths], harmless: read.unknown.length === 0 };
};
