import type { RunFold } from "@toolwright/view";
import { readFrames } from "@toolwright/view/internal";

interface Reading {
  readonly signal: AbortSignal;
  /** Called when some have come. */
  readonly onFrames: () => void;
}

/** Adds the frames of a response to a run, until they end, the connection breaks off or nobody wants them. */
export async function readInto(
  draft: RunFold | undefined,
  response: Response | undefined,
  { signal, onFrames }: Reading,
): Promise<void> {
  if (draft === undefined || !response?.body) return;
  try {
    for await (const frames of readFrames(response.body)) {
      if (signal.aborted) return;
      for (const frame of frames) draft.add(frame, Date.now());
      onFrames();
    }
  } catch {
    // The connection broke off: the run has no end yet, and is taken up again.
  }
}
