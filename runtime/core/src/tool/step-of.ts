/** Under which a context has its step. */
export const STEP = Symbol.for("toolwright.step");

/**
 * What the calls that a model made together have in common, and no other call has; undefined where that is not known.
 * For tools whose refusal shows something: it stands in the history only when the step is over.
 */
export function stepOf(context: object): object | undefined {
  const step: unknown = Reflect.get(context, STEP);
  return typeof step === "object" && step !== null ? step : undefined;
}
