import type { Frame } from "@toolwright/view";
import { frameLine } from "@toolwright/view/internal";
import type { RunEncoder, StreamedRun } from "./run-encoder.ts";

/** Writes a run in assistant-stream's data-stream format. */
export function dataStream({ previews }: Pick<RunEncoder, "previews">): RunEncoder {
  return {
    headers: { "content-type": "text/plain; charset=utf-8", "x-vercel-ai-data-stream": "v1" },
    idle: "2:[]\n",
    endsAtQuestions: false,
    previews,
    begin: (run: StreamedRun) => frameLine({ code: "note", note: { ...run } }),
    frames: lines,
    end: () => "",
  };
}

function lines(frames: readonly Frame[]): string {
  let text = "";
  for (const frame of frames) text += frameLine(frame);
  return text;
}
