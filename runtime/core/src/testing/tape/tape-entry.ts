import type { Json, JsonObject } from "../../json/json.ts";
import type { ToolResult } from "../../result/tool-result.ts";
import type { ScriptStep } from "../scripted/script-step.ts";

/** The format of this file; the first line of a tape names it. */
export const TAPE_VERSION = 1;

/** One line of a tape. */
export type TapeEntry =
  | {
      readonly kind: "tape";
      readonly version: number;
      readonly model: string;
      /** Tokens: when old results are trimmed depends on it. */
      readonly contextWindow?: number;
      /** What it reads of images and files depends on it. */
      readonly takes?: readonly string[];
      /** How a schema of the final answer is asked for depends on it. */
      readonly structuredOutput?: "always" | "without-tools";
    }
  | {
      readonly kind: "model";
      /** What was asked, without what only the provider understands. */
      readonly request: Json;
      readonly answer: ScriptStep;
      /** What answered, as the provider says. */
      readonly model: string;
    }
  | { readonly kind: "tool"; readonly name: string; readonly arguments: JsonObject; readonly result: ToolResult }
  /** Milliseconds since 1970. */
  | { readonly kind: "clock"; readonly time: number };

export type TapeEntryOf<K extends TapeEntry["kind"]> = Extract<TapeEntry, { kind: K }>;
