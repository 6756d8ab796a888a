import { aFunction, aText, checkOptions } from "@toolwright/core/internal";
import { type AddressRules, checkedAddresses } from "./checked-addresses.ts";
import { FetchError, type Fetcher } from "./fetcher.port.ts";

/** Where this machine may go. */
export interface NodeFetcherOptions extends AddressRules {
  /** Further certificates to trust, in PEM. */
  readonly ca?: string;
}

/**
 * Fetches over `node:http` and `node:https`. A name is looked up once; the connection goes to the addresses that were
 * judged, so that a name cannot lead elsewhere the second time it is asked for. No proxy, no cookies, no kept
 * connections.
 */
export function createNodeFetcher(options: NodeFetcherOptions = {}): Fetcher {
  checkOptions<NodeFetcherOptions>(options, {
    of: "createNodeFetcher",
    rules: { resolve: aFunction, permit: aFunction, ca: aText },
  });
  return {
    async request(request) {
      refuseUrl(request.url);
      const addresses = await unlessAborted(checkedAddresses(request.url, options), request.signal);
      // Node loads a second web stack with `node:http`: both come with the first page that is fetched.
      const { sendRequest } = await import("./send-request.ts");
      return sendRequest(request, addresses, options);
    },
  };
}

function refuseUrl({ protocol, username, password }: URL): void {
  if (protocol !== "http:" && protocol !== "https:")
    throw new FetchError("refused", "only http and https addresses may be asked");
  if (username !== "" || password !== "") throw new FetchError("refused", "the address holds a user name or password");
}

/** A lookup cannot be stopped, only no longer be waited for. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new FetchError("aborted", "the request was ended"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
