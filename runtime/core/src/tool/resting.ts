/** The place of a call in its step. */
export interface RestingPlace {
  /**
   * Leaves the place to the next call until the promise has settled, and settles as it does when there is a place
   * again.
   */
  rest<T>(waited: Promise<T>): Promise<T>;
}

/** Under which a context has its place, where its call shares the time of its step with others. */
export const PLACE = Symbol.for("toolwright.place");

/**
 * Waits for what is done for other calls as well, without a place in the step meanwhile: who only waits keeps nobody
 * from running.
 */
export function resting<T>(context: object, waited: Promise<T>): Promise<T> {
  const place: unknown = Reflect.get(context, PLACE);
  return isPlace(place) ? place.rest(waited) : waited;
}

function isPlace(value: unknown): value is RestingPlace {
  return typeof value === "object" && value !== null && "rest" in value;
}
