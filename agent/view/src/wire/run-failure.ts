import { numberIn, textIn } from "./fields.ts";

/** Why a run failed, for programs. */
export interface RunFailure {
  /** As `error.code` of the run. */
  readonly code: string;
  /** HTTP status of the model's server, where there was one. */
  readonly status?: number;
}

/** A failure as it was told; undefined for anything else. */
export function runFailureIn(told: unknown): RunFailure | undefined {
  const [code, status] = [textIn(told, "code"), numberIn(told, "status")];
  return code === undefined ? undefined : { code, ...(status === undefined ? {} : { status }) };
}
