/** What the head of a `SKILL.md` says. */
export interface SkillHead {
  readonly name: string | undefined;
  readonly description: string | undefined;
}

/** Lines of a head. */
const MOST_LINES = 200;

/**
 * The name and the description in the head of a file: the lines between two lines of three dashes, as plain, quoted or folded texts of YAML. Whatever
 * else stands there is left alone.
 */
export function frontMatter(text: string): SkillHead {
  const [first = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/, MOST_LINES);
  const end = lines.findIndex((line) => line.trimEnd() === "---");
  const head = first.trimEnd() === "---" && end >= 0 ? lines.slice(0, end) : [];
  return { name: fieldOf(head, "name"), description: fieldOf(head, "description") };
}

function fieldOf(lines: readonly string[], field: string): string | undefined {
  const place = lines.findIndex((line) => line.startsWith(`${field}:`));
  if (place < 0) return undefined;
  const value = (lines[place] ?? "").slice(field.length + 1).trim();
  const rest = lines.slice(place + 1);
  const next = rest.findIndex((line) => line !== "" && !/^\s/.test(line));
  const more = (next < 0 ? rest : rest.slice(0, next)).map((line) => line.trim()).filter((line) => line !== "");
  const isFolded = /^[>|][+-]?\d?$/.test(value);
  const whole = [...(isFolded ? [] : [unquoted(value, more.length === 0)]), ...more].join(" ").trim();
  return whole === "" ? undefined : whole;
}

function unquoted(value: string, isAlone: boolean): string {
  const [, quote, inner = ""] = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value) ?? [];
  if (quote === undefined || !isAlone) return value;
  return quote === '"' ? inner.replace(/\\(["\\])/g, "$1") : inner.replaceAll("''", "'");
}
