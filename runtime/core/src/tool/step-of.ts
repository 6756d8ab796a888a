/** Under which a context has its step. */
export const STEP = Symbol.for("toolwright.step");

/** Calls that a model made together; one call where a program made it alone. */
export interface Step {
  /** Its place among all beginnings and ends of steps in this process. */
  readonly began: number;
  /** The same for its end. Undefined while a call of it is under way: nobody has read yet what its results show. */
  ended: number | undefined;
}

/**
 * The step of a call, the same object for every call of it; undefined where that is not known. For tools whose refusal
 * shows something: it stands in the history only when the step is over.
 */
export function stepOf(context: object): Step | undefined {
  const step: unknown = Reflect.get(context, STEP);
  return isStep(step) ? step : undefined;
}

function isStep(value: unknown): value is Step {
  return typeof value === "object" && value !== null && "began" in value && typeof value.began === "number";
}

let moments = 0;

/** A step that begins now. */
export function beginStep(): Step {
  moments += 1;
  return { began: moments, ended: undefined };
}

/** What has come of a step is told from now on. */
export function closeStep(step: Step): void {
  moments += 1;
  step.ended = moments;
}
