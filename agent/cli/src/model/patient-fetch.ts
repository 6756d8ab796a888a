/**
 * Under this symbol Node keeps what carries out its requests, which has a limit of 300 s of its own for headers and
 * pauses.
 */
const DISPATCHER = Symbol.for("undici.globalDispatcher.1");

/** `fetch` without a time limit of its own, so that those of the model count. */
export const patientFetch: typeof fetch = async (input, init) => {
  dispatcher ??= patientDispatcher();
  return fetch(input, Object.assign({}, init, await dispatcher));
};

let dispatcher: Promise<object> | undefined;

/** Another one of the same kind, or none where there is nothing to go by. */
async function patientDispatcher(): Promise<object> {
  // Node makes its own with the first request.
  await fetch("data:,").catch(() => undefined);
  const usual: unknown = Reflect.get(globalThis, DISPATCHER);
  const kind: unknown = Object(usual).constructor;
  // Of another kind is what somebody put there, such as a proxy: that has to carry the requests.
  if (typeof kind !== "function" || kind.name !== "Agent") return {};
  return { dispatcher: Reflect.construct(kind, [{ headersTimeout: 0, bodyTimeout: 0 }]) };
}
