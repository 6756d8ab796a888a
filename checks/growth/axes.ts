import type { Axis } from "./axis.ts";
import { CALL_AXES } from "./call-axes.ts";
import { LOOP_AXES } from "./loop-axes.ts";
import { PROGRAM_AXES } from "./program-axes.ts";
import { SERVER_AXES } from "./server-axes.ts";
import { TEXT_AXES } from "./text-axes.ts";
import { VIEW_AXES } from "./view-axes.ts";

/** The axis that is steep on purpose: where it is not found out, the lane finds nothing. */
export const CONTROL = "control: each held against each";

export const AXES: readonly Axis[] = [
  { name: CONTROL, n: 1_000, prepare: (size) => () => eachWithEach(size) },
  ...LOOP_AXES,
  ...CALL_AXES,
  ...TEXT_AXES,
  ...VIEW_AXES,
  ...SERVER_AXES,
  ...PROGRAM_AXES,
];

function eachWithEach(size: number): number {
  let found = 0;
  for (let one = 0; one < size; one += 1) for (let other = 0; other < size; other += 1) found += one ^ other;
  return found;
}
