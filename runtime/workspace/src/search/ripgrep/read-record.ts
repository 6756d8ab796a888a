/** One line of what ripgrep prints with `--json`. */
export type RipgrepRecord =
  | { readonly type: "begin"; readonly path: string }
  | {
      readonly type: "match" | "context";
      readonly number: number;
      readonly text: string;
      readonly starts: readonly number[];
    }
  | { readonly type: "end"; readonly binary: boolean };

/** Reads a line; undefined for one that says nothing of files. */
export function readRecord(line: string): RipgrepRecord | undefined {
  const record = parsed(line);
  const [type, data] = [field(record, "type"), field(record, "data")];
  if (type === "begin") return { type, path: textOf(field(data, "path")) };
  if (type === "end") return { type, binary: typeof field(data, "binary_offset") === "number" };
  if (type !== "match" && type !== "context") return undefined;
  return {
    type,
    number: numberOf(field(data, "line_number")),
    text: textOf(field(data, "lines")),
    starts: startsOf(field(data, "submatches")),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What is not UTF-8 comes as base64. */
function textOf(value: unknown): string {
  const [text, bytes] = [field(value, "text"), field(value, "bytes")];
  if (typeof text === "string") return text;
  return typeof bytes === "string"
    ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.from(bytes, "base64"))
    : "";
}

/** Where matches begin, in bytes of the record's text. */
function startsOf(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map((match: unknown) => numberOf(field(match, "start"))) : [];
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}
