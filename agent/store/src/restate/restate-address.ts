import { LOOPBACK_NAMES } from "@toolwright/core/internal";

/** Where an engine is, and how it reaches the workers here. */
export interface RestateAddress {
  /** Of the engine's ingress, for example `http://10.0.0.5:8080`. */
  readonly ingress: string;
  /** Of the engine's admin API, where workers register. */
  readonly admin: string;
  /** Where the engine finds the workers: one address for all that run the same version. */
  readonly worker: string;
  /** What this process listens on. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The engine's public key: a worker with one answers no one else. */
  readonly identityKey?: string;
}

const FORM = "restate://HOST[:8080][?admin=9070&worker=http://HOST:9080&listen=HOST:9080&key=publickeyv1_…]";
const PARAMETERS: ReadonlySet<string> = new Set(["admin", "worker", "listen", "key"]);

/** Reads `restate://…`. Throws a `TypeError` that says how an address is written. */
export function restateAddress(text: string): RestateAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "restate:" || url.hostname === "") throw new TypeError(`An engine is written ${FORM}.`);
  for (const name of url.searchParams.keys())
    if (!PARAMETERS.has(name)) throw new TypeError(`There is no "${name}" in the address of an engine: ${FORM}.`);
  const { hostname } = url;
  const isLocal = LOOPBACK_NAMES.includes(hostname);
  const worker = url.searchParams.get("worker") ?? (isLocal ? "http://127.0.0.1:9080" : undefined);
  if (worker === undefined)
    throw new TypeError("Say where the engine reaches the workers: add ?worker=http://HOST:9080.");
  if (!/^https?:\/\//.test(worker) || !URL.canParse(worker))
    throw new TypeError(`"${worker}" is no address of workers: http://HOST:9080.`);
  const key = url.searchParams.get("key");
  return {
    ingress: `http://${hostname}:${url.port || "8080"}`,
    admin: `http://${hostname}:${portOf(url.searchParams.get("admin") ?? "9070")}`,
    worker,
    listen: listenOf(url.searchParams.get("listen"), new URL(worker)),
    ...(key === null ? {} : { identityKey: key }),
  };
}

/** On the worker's own port where nothing is said: loopback for an engine of this machine, else everywhere. */
function listenOf(given: string | null, worker: URL): RestateAddress["listen"] {
  if (given === null) {
    const host = LOOPBACK_NAMES.includes(worker.hostname) ? worker.hostname.replace(/^\[|\]$/g, "") : "::";
    return { host, port: portOf(worker.port || "9080") };
  }
  const [, host = "", port = ""] = /^(.+):(\d+)$/.exec(given) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port: portOf(port) };
}

function portOf(text: string): number {
  const port = Number(text);
  if (text === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new TypeError(`"${text}" is no port in the address of an engine: ${FORM}.`);
  return port;
}
