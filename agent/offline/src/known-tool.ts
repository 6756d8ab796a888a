import type { LlmToolDefinition } from "@toolwright/core";
import { type Parameter, readParameters } from "./parameter.ts";
import { FILLER } from "./vocabulary.ts";
import { nameStems, relatedness, wordsOf } from "./words.ts";

/** A tool definition read once: its words by where they stand, and its parameters. */
export interface KnownTool {
  readonly name: string;
  readonly summary: string;
  readonly nameStems: readonly string[];
  /** The stems of its first sentence. */
  readonly summaryStems: ReadonlySet<string>;
  readonly parameters: readonly Parameter[];
  readonly about: "file" | "directory" | undefined;
  /** How strongly the tool speaks of a stem: 3 in its name, 1.5 in its first sentence, less elsewhere, 0 not at all. */
  readonly strength: (stem: string) => number;
}

const IN_NAME = 3;
const IN_SUMMARY = 1.5;
const IN_PARAMETER_NAME = 1.2;
const IN_DETAILS = 0.6;

/** Reads a definition. Only its words count; no tool is known by its name. */
export function readTool({ function: { name, description, parameters } }: LlmToolDefinition): KnownTool {
  const fields = readParameters(parameters);
  const summary = firstSentence(description);
  const names = nameStems(name);
  const places: readonly (readonly [weight: number, stems: readonly string[]])[] = [
    [IN_NAME, names],
    [IN_SUMMARY, stemsOf(summary)],
    [IN_PARAMETER_NAME, fields.flatMap(namesWithin)],
    [IN_DETAILS, [...stemsOf(description.slice(0, 4000)), ...fields.flatMap((field) => [...field.hints])]],
  ];
  return {
    name,
    summary,
    nameStems: names,
    summaryStems: new Set(stemsOf(summary)),
    parameters: fields,
    about: subject(fields, description),
    strength: remembered(places),
  };
}

function remembered(places: readonly (readonly [number, readonly string[]])[]): (stem: string) => number {
  const known = new Map<string, number>();
  return (stem) => {
    const strength = known.get(stem) ?? combined(places.map(([weight, stems]) => weight * closest(stem, stems)));
    known.set(stem, strength);
    return strength;
  };
}

/** The strongest place counts whole, the others a quarter. */
function combined(strengths: readonly number[]): number {
  const sum = strengths.reduce((total, strength) => total + strength, 0);
  return 0.75 * Math.max(0, ...strengths) + 0.25 * sum;
}

function closest(stem: string, stems: readonly string[]): number {
  return stems.reduce((best, other) => (best === 1 ? 1 : Math.max(best, relatedness(stem, other))), 0);
}

function stemsOf(text: string): string[] {
  return [
    ...new Set(
      wordsOf(text)
        .filter((word) => !FILLER.has(word.text.toLowerCase()))
        .map((word) => word.stem),
    ),
  ];
}

function namesWithin(parameter: Parameter): string[] {
  return [...parameter.names, ...parameter.fields.flatMap(namesWithin)];
}

function firstSentence(description: string): string {
  return (description.trim().split(/(?<=[.!?])\s|\n/, 1)[0] ?? "").slice(0, 160);
}

/** Whether the paths a tool takes are files or directories, by its parameters first, then by its description. */
function subject(parameters: readonly Parameter[], description: string): KnownTool["about"] {
  // What searches takes either as the place where it searches.
  if (parameters.some(({ required, role }) => required && (role === "pattern" || role === "glob"))) return undefined;
  const paths = parameters.filter((parameter) => parameter.role === "path");
  const texts = [
    ...paths.map((path) => path.key),
    ...paths.map((path) => path.description),
    firstSentence(description),
  ];
  for (const text of texts) {
    const file = /files?(?![a-z])/i.test(text);
    const directory = /dir|folder/i.test(text);
    if (file && directory) return undefined;
    if (file !== directory) return file ? "file" : "directory";
  }
  return undefined;
}
