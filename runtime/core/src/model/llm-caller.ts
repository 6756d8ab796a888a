/** On whose behalf a model is called. */
export interface LlmCaller {
  readonly requestId: string;
  /** The trace id of the `traceparent` that came in, where one did. */
  readonly traceId?: string;
  readonly graphRunId?: undefined;
  readonly graphName?: undefined;
  readonly graphVersion?: undefined;
}

/** A caller that runs a graph. Run, name and version belong together: all or none. */
export interface GraphLlmCaller {
  readonly requestId: string;
  readonly traceId?: string;
  readonly graphRunId: string;
  readonly graphName: string;
  readonly graphVersion: string;
}

/** Either kind of caller, checked where types cannot reach. Throws a `TypeError` that names what is missing. */
export function checkCaller(caller: LlmCaller | GraphLlmCaller): LlmCaller | GraphLlmCaller {
  if (!isText(caller?.requestId)) throw new TypeError("A caller needs a requestId.");
  const { graphRunId, graphName, graphVersion } = caller;
  const graph = { graphRunId, graphName, graphVersion };
  const missing = Object.entries(graph).filter(([, value]) => !isText(value));
  const isPlain = Object.values(graph).every((value) => value === undefined);
  if (missing.length === 0 || isPlain) return caller;
  const names = missing.map(([name]) => name).join(" and ");
  throw new TypeError(`The caller of a graph needs graphRunId, graphName and graphVersion; ${names} is missing.`);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
