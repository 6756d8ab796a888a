// What a call would do, told before a person is asked: by the tool itself, which changes nothing for it.

import { isAborted } from "../async/abort.ts";
import type { CallPreview } from "../journal/call-preview.ts";
import { canonicalJson } from "../json/canonical-json.ts";
import { toJson } from "../json/to-json.ts";
import { sha256Of } from "../model/sha256.ts";
import { thrownDetails } from "../result/thrown.ts";
import { ToolError } from "../result/tool-error.ts";
import type { Foreseen } from "../tool/foreseen.ts";
import { hookInput } from "../tool/hook-input.ts";
import type { Previewed } from "../tool/tool.ts";
import { askTool } from "./ask-tool.ts";
import type { Ended, ReadCall } from "./call-states.ts";
import { project } from "./project.ts";
import { refuseAborted } from "./refusals.ts";
import { narrowed, type QuestionPreview, type Scope } from "./scope.ts";

/** A preview with more JSON is not shown (UTF-16 units). */
const MOST = 256 * 1024;

/**
 * The preview of a call; its end where the tool says that it would do nothing else, whatever a person answers. A
 * preview that fails shows nothing: the question is about the arguments then.
 */
export async function previewOf(read: ReadCall, scope: Scope, foreseen: Foreseen): Promise<QuestionPreview | Ended> {
  const { tool } = read;
  const told = await previewedBy(read, narrowed(scope, { foreseen }));
  if ("stage" in told) return told;
  if ("answer" in told) return project(Promise.resolve({ ok: true, value: told.answer }), tool, scope);
  const shows = shownOf(told.shows, read, scope);
  const about = [tool.name, scope.scrubber.json(read.arguments), told.basis ?? "", { ...shows }];
  return { hash: await sha256Of(canonicalJson(about)), shows, left: foreseen.left };
}

async function previewedBy(read: ReadCall, scope: Scope): Promise<Previewed | Ended> {
  const { tool, toolCallId, input } = read;
  const { preview } = tool.spec;
  if (preview === undefined) return {};
  try {
    const told = await askTool(read, scope, (ctx) => preview(hookInput(input), ctx));
    return isAborted(scope.signal) ? refuseAborted() : (told ?? {});
  } catch (error) {
    if (ToolError.isInstance(error))
      return project(Promise.resolve({ ok: false, details: thrownDetails(error, scope) }), tool, scope);
    scope.logger.error("preview failed", { tool: tool.name, toolCallId, error });
    return {};
  }
}

/** A masked copy of what is shown. */
function shownOf(shows: CallPreview | undefined, { tool }: ReadCall, scope: Scope): CallPreview | undefined {
  if (shows === undefined) return undefined;
  if (toJson(shows, MOST).ok) return scope.scrubber.json(structuredClone(shows));
  scope.logger.warn("A preview is too large, or no JSON, and is not shown", { tool: tool.name });
  return undefined;
}
