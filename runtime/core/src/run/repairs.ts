import type { Repair } from "../schema/mend/repair.ts";

/** As `tool_call_start` lists it: `/limit: 0 → left out`, `/path → file_path`, `/n: string → integer`. */
export function repairLine(repair: Repair): string {
  if (repair.kind === "left out") return `${repair.path}: ${repair.was} → left out`;
  if (repair.kind === "renamed") return `${repair.path} → ${repair.key}`;
  return `${repair.path}: ${repair.from} → ${repair.to}`;
}

/** The most arguments of a kind that are named. */
const MAX_NAMED = 20;

/**
 * For the model and for programs: "left out: `glob` was empty, `limit` was 0; read `path` as `file_path`, `all` as
 * true". Undefined where there is nothing to say: a number or JSON that came as a text lost nothing.
 */
export function repairNote(repairs: readonly Repair[]): string | undefined {
  if (repairs.length === 0) return undefined;
  const leftOut = repairs.flatMap((repair) => (repair.kind === "left out" ? [leftOutPart(repair)] : []));
  const read = repairs.flatMap((repair) => (repair.kind === "left out" ? [] : readPart(repair)));
  const parts = [...some("left out: ", leftOut), ...some("read ", read)];
  return parts.join("; ") || undefined;
}

function some(start: string, named: readonly string[]): readonly string[] {
  if (named.length === 0) return [];
  const more = named.length > MAX_NAMED ? [`${named.length - MAX_NAMED} more`] : [];
  return [start + [...named.slice(0, MAX_NAMED), ...more].join(", ")];
}

function leftOutPart({ path, was }: Extract<Repair, { kind: "left out" }>): string {
  const verb = was === "a word of JSON Schema" ? "is" : "was";
  return `\`${path.slice(1)}\` ${verb} ${was === '""' ? "empty" : was}`;
}

function readPart(repair: Exclude<Repair, { kind: "left out" }>): readonly string[] {
  const as = repair.kind === "renamed" ? `\`${repair.key}\`` : repair.as;
  return as === undefined ? [] : [`\`${repair.path.slice(1)}\` as ${as}`];
}
