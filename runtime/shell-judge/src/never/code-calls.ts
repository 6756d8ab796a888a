/** More calls than this are not looked at. */
const MAX_CALLS = 100;

/** The longest list of arguments that is read, in UTF-16 units. */
const MAX_ARGUMENTS = 500;

/** A program with expressions for well-known folders written out, and what its variables hold. */
export interface PreparedCode {
  readonly text: string;
  readonly values: ReadonlyMap<string, string>;
}

const HOMES =
  /\b(?:process\.env\.HOME|(?:require\(["'](?:node:)?os["']\)|os)\.homedir\(\)|homedir\(\)|Dir\.home|Path\.home\(\)|(?:os\.)?getenv\(["']HOME["']\)|os\.environ(?:\.get\(["']HOME["']\)|\[["']HOME["']\])|ENV\[["']HOME["']\])|\$ENV\{["']?HOME["']?\}/g;

const HERE = /\b(?:process\.cwd\(\)|os\.getcwd\(\)|getcwd\(\)|Dir\.pwd|Path\.cwd\(\)|__dirname)/g;

/** Writes well-known expressions out as literals, joins literals that are added, and reads simple assignments. */
export function prepared(code: string, home: string): PreparedCode {
  const quotedHome = JSON.stringify(home);
  const text = code
    .replace(HOMES, () => quotedHome)
    .replace(HERE, '"."')
    .replace(/(?:%w|\bqw)\s*[([{/]([^)\]}]{0,300})[)\]}]/g, (_, words: string) =>
      words
        .split(/\s+/)
        .map((word) => JSON.stringify(word))
        .join(", "),
    )
    .replace(
      /\b(?:os\.path\.)?expanduser\(\s*["']~([^"']*)["']\s*\)|\bFile\.expand_path\(\s*["']~([^"']*)["']\s*\)/g,
      (_, a = "", b = "") => JSON.stringify(home + a + b),
    )
    .replace(/(["'])(?:\s*\+\s*|\s+\.\s+)\1/g, "");
  const values = new Map<string, string>();
  for (const match of text.matchAll(/(?<![\w.])[$@]?([A-Za-z_]\w*)\s*=\s*[rb]?(["'])([^"'\n]{1,200})\2/g)) {
    if (values.size < 50) values.set(match[1] ?? "", match[3] ?? "");
  }
  return { text, values };
}

/** The arguments of every call whose name matches, as they are written. */
export function callsIn(text: string, pattern: RegExp): readonly string[] {
  const found: string[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= MAX_CALLS) break;
    found.push(argumentsAt(text, match.index + match[0].length));
  }
  return found;
}

/** Up to the bracket that closes the call, or, without one, to the end of the statement. */
function argumentsAt(text: string, from: number): string {
  const rest = text.slice(from, from + MAX_ARGUMENTS);
  const start = /^\s*\(/.exec(rest)?.[0].length;
  if (start === undefined) return /^[^;\n}]*/.exec(rest)?.[0] ?? "";
  let depth = 1;
  for (const match of rest.slice(start).matchAll(TOKEN)) {
    if (match[0] === "(") depth++;
    else if (match[0] === ")" && --depth === 0) return rest.slice(start, start + match.index);
  }
  return rest.slice(start);
}

/** A literal, an escaped letter or a bracket. */
const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\\.|[()]/gs;

/** The literals among arguments, and what variables there hold. */
export function literalsIn(args: string, values: ReadonlyMap<string, string>): readonly string[] {
  const found: string[] = [];
  for (const match of args.matchAll(
    /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`$]*)`|(?<![\w.])[$@]?([A-Za-z_]\w*)(?![\w(.=:])/gs,
  )) {
    const [, double, single, ticked, name] = match;
    const text = double ?? single ?? ticked ?? (name === undefined ? undefined : values.get(name));
    if (text !== undefined && found.length < 30) found.push(text.replace(/\\(["'\\/])/g, "$1"));
  }
  return found;
}
