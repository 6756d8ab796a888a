import { closeSync, openSync, writeSync } from "node:fs";
import { createScrubber, type ToolLoopConfig } from "@toolwright/core";
import type { ChosenModel } from "../model/choose-model.ts";
import { environmentSecrets } from "../model/environment-secrets.ts";
import { UsageError } from "../usage-error.ts";

/** What a tape puts into every run of a command. */
export interface TapeConfig {
  readonly config: Pick<ToolLoopConfig, "model" | "use" | "now" | "llmOptions">;
  /** Nothing more is recorded. */
  close(): void;
}

/**
 * The model as it was chosen; played from a tape, recorded on one, or both. Throws a `UsageError` for an unusable file.
 */
export async function tapeConfig({ model, replay }: ChosenModel, file: string | undefined): Promise<TapeConfig> {
  const played = replay === undefined ? {} : { use: [replay.around], now: replay.now };
  if (file === undefined) return { config: { model, ...played }, close() {} };
  const { recordTape } = await import("@toolwright/models");
  const descriptor = openTape(file);
  const {
    model: recorded,
    around,
    now,
  } = recordTape({
    model,
    write: (line) => void writeSync(descriptor, line),
    scrubber: createScrubber(environmentSecrets(process.env)),
    ...(replay === undefined ? {} : { now: replay.now }),
  });
  const use = replay === undefined ? [around] : [around, replay.around];
  return { config: { model: recorded, use, now }, close: () => closeSync(descriptor) };
}

/** Only the user may read it: a tape holds what tools returned. */
function openTape(file: string): number {
  try {
    return openSync(file, "w", 0o600);
  } catch (cause) {
    throw new UsageError(`${file} cannot be written; --record takes the path of a new file.`, { cause });
  }
}
