import type { JsonObject } from "../json/json.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { createScrubber } from "../secrets/create-scrubber.ts";
import type { Scrubber } from "../secrets/scrubber.ts";
import { cutWithEllipsis } from "../text/cut-with-ellipsis.ts";
import type { Tool } from "../tool/tool.ts";
import type { FlatResult } from "./flat-result.ts";
import { issueInWords, ToolValidator } from "./tool-validator.ts";

/** A call that has ended, and what a manager knows about it. */
interface EndedCall {
  readonly toolName: string;
  readonly args: JsonObject;
  readonly result: ToolResult;
  /** The same, as its tool says it. */
  readonly flat: FlatResult;
  readonly tool: Tool | undefined;
  readonly toolNames: readonly string[];
  readonly canAsk: boolean;
}

/** UTF-16 units. The names of parameters come from the caller, and may be anything. */
const MAX_TEXT = 2_000;
const validator = new ToolValidator();
let scrubber: Scrubber | undefined;

/** The flat result of a call. A refusal reads as programs written for class tools expect it. */
export function flatInWords(call: EndedCall): FlatResult {
  const words = wordsOf(call);
  return words === undefined ? call.flat : { ...call.flat, ...words };
}

function wordsOf(call: EndedCall): Partial<FlatResult> | undefined {
  const { toolName, toolNames, canAsk, result } = call;
  switch (result.error?.code) {
    case "unknown_tool":
      return { error: `Unknown tool: ${toolName}`, suggestion: `Available tools: ${toolNames.join(", ")}` };
    case "redundant_call":
      return {
        error: `Redundant tool call detected: ${toolName} was already called with the same arguments in this turn`,
        suggestion: "Avoid calling the same tool with identical arguments multiple times",
      };
    case "approval_denied":
      return canAsk ? undefined : { suggestion: "Give the ToolManager an `approver` in its options." };
    case "invalid_arguments":
      return invalidArguments(call);
    default:
      return undefined;
  }
}

/** Only for what the runner refused: it lists issues, a tool's own refusal does not. */
function invalidArguments({ tool, args, result }: EndedCall): Partial<FlatResult> | undefined {
  const { issues } = result.error ?? {};
  if (tool === undefined || issues === undefined) return undefined;
  const functionDef = { type: "function", function: tool.definition } as const;
  const judged = validator.validateArguments(tool, functionDef, args);
  const found = judged.valid ? issueInWords(tool.name, args, issues) : judged;
  if (found === undefined) return undefined;
  const { valid: _, ...words } = found;
  return { ...words, error: shown(words.error), suggestion: shown(words.suggestion) };
}

function shown(text = ""): string {
  scrubber ??= createScrubber();
  return cutWithEllipsis(scrubber.text(text), MAX_TEXT);
}
