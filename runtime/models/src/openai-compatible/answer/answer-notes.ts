import type { LlmError, LlmWarning } from "@toolwright/core";

/** Data of a stream that was no JSON and was passed over. */
export interface SkippedData {
  /** The beginning of the first one. */
  readonly first: string;
  readonly count: number;
}

/** Takes note of data that is no JSON, after what was skipped before. */
export function alsoSkipped(before: SkippedData | undefined, data: string): SkippedData {
  return { first: before?.first ?? data.slice(0, 200), count: (before?.count ?? 0) + 1 };
}

/** The error of an answer in which data that is no JSON cannot be passed over. */
export function notJson(data: string): LlmError {
  return { code: "invalid_stream", message: `The server streamed data that is not JSON: ${data}` };
}

/** What people should know of an answer that is whole but for these: `cutAt` names the bound, or is `""`. */
export function notesOf(skipped: SkippedData | undefined, cutAt: string): LlmWarning[] {
  return [...(skipped === undefined ? [] : [skippedFrames(skipped)]), ...(cutAt === "" ? [] : [wasCut(cutAt)])];
}

function skippedFrames({ first, count }: SkippedData): LlmWarning {
  const what = count === 1 ? "a piece that is" : `${count} pieces that are`;
  const message = `The server streamed ${what} not JSON; the text may have a gap there: ${first}`;
  return { code: "frame_skipped", message };
}

function wasCut(bound: string): LlmWarning {
  return { code: "answer_cut", message: `The answer did not end by itself and was cut at ${bound}.` };
}
