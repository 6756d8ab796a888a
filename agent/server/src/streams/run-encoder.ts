import type { EventData } from "@toolwright/core";
import type { Frame } from "@toolwright/view";

/** Which run a stream is of, and from where on. */
export interface StreamedRun {
  readonly threadId: string;
  readonly runId: string;
  /** The number before the first event that comes. */
  readonly seq: number;
}

/** A question that waits for a person. */
export type OpenQuestion = EventData["approval_request"];

/** Writes the frames of one run for one kind of client. */
export interface RunEncoder {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent after a while of silence, and read as nothing. */
  readonly idle: string;
  /**
   * Whether a response ends as soon as its run waits for people alone: clients of this kind send an answer only then,
   * and read on in the response to it.
   */
  readonly endsAtQuestions: boolean;
  /** See {@link RunFramesOptions.previews}. */
  readonly previews: boolean;
  begin(run: StreamedRun): string;
  frames(frames: readonly Frame[]): string;
  /** The last text: after the end of the run, after it broke off, or before it goes on with answers to `questions`. */
  end(questions: readonly OpenQuestion[]): string;
}
