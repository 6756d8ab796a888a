/** Under which the context of a preview has what it foresees. */
export const FORESEEN = Symbol.for("toolwright.foreseen");

/** What is known while a call is previewed. */
export interface Foreseen {
  /**
   * What the calls before it in its step would leave, by names that tools have agreed on; a preview adds what its own
   * call would.
   */
  readonly left: Map<string, unknown>;
  /** The call has its turn: what its preview answers is told the model, where it answers anything. */
  readonly isTurn: boolean;
}

/** What a preview goes by; undefined in the context of a call that runs. */
export function foreseenOf(context: object): Foreseen | undefined {
  const foreseen: unknown = Reflect.get(context, FORESEEN);
  return isForeseen(foreseen) ? foreseen : undefined;
}

function isForeseen(value: unknown): value is Foreseen {
  return typeof value === "object" && value !== null && "left" in value && value.left instanceof Map;
}
