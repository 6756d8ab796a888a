// The masks: called by `project.ts`, `finish.ts` and `middleware.ts`. What an allowlist leaves out is in `allowlist.ts`.

import type { ErrorInfo } from "../result/error-info.ts";
import type { ToolOutput } from "../result/output.ts";
import type { Part } from "../result/part.ts";
import { renderJson } from "../result/render-output.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { holdsNoSecret } from "../secrets/holds-no-secret.ts";
import type { Scrubber } from "../secrets/scrubber.ts";

/** Masks secrets in everything a result shows. The same object where there is none. */
export function scrubResult(result: ToolResult, scrubber: Scrubber): ToolResult {
  const output = scrubOutput(result.output, scrubber);
  const { forUser, error, artifact } = result;
  if (output === result.output && forUser === undefined && error === undefined && artifact === undefined) return result;
  return {
    ...result,
    output,
    ...(forUser === undefined ? {} : { forUser: scrubber.text(forUser) }),
    ...(error === undefined ? {} : { error: scrubError(error, scrubber) }),
    ...(artifact === undefined ? {} : { artifact: scrubber.json(artifact) }),
  };
}

function scrubOutput(output: ToolOutput, scrubber: Scrubber): ToolOutput {
  if (output.type === "text") {
    const text = scrubber.text(output.text);
    return text === output.text ? output : { type: "text", text };
  }
  if (output.type === "json") {
    if (holdsNoSecret(renderJson(output.value), scrubber)) return output;
    const value = scrubber.json(output.value);
    return value === output.value ? output : { type: "json", value };
  }
  return { type: "parts", parts: scrubParts(output.parts, scrubber) };
}

/** A model reads text parts as one text: what may begin a secret is shown only where the text has gone on. */
function scrubParts(parts: readonly Part[], scrubber: Scrubber): readonly Part[] {
  if (!scrubber.mayMask(parts.map((part) => (part.type === "text" ? part.text : "")).join(""))) return parts;
  const stream = scrubber.stream();
  const lastText = parts.findLastIndex(({ type }) => type === "text");
  return parts.map((part, index) => {
    if (part.type !== "text") return part;
    return { ...part, text: stream.push(part.text) + (index === lastText ? stream.end() : "") };
  });
}

function scrubError(error: ErrorInfo, scrubber: Scrubber): ErrorInfo {
  const { cause, issues, ...rest } = error;
  const scrubbed: ErrorInfo = {
    ...rest,
    message: scrubber.text(error.message),
    ...(error.reason === undefined ? {} : { reason: scrubber.text(error.reason) }),
    ...(error.suggestion === undefined ? {} : { suggestion: scrubber.text(error.suggestion) }),
    ...(issues === undefined
      ? {}
      : {
          issues: issues.map(({ path, message }) => ({ path: scrubber.text(path), message: scrubber.text(message) })),
        }),
  };
  return cause === undefined ? scrubbed : Object.defineProperty(scrubbed, "cause", { value: cause, enumerable: false });
}
