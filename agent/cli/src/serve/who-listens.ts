import { bracketed } from "../text/bracketed.ts";

/** Milliseconds that whoever listens may take to answer. */
const PATIENCE_MS = 2_000;

/** What every server of ours says to whoever brings no token. */
const OURS = "This needs the token of the server.";

/** Why an address cannot be listened on, in one sentence, where something listens there already. */
export async function whoListens({ host, port }: { readonly host: string; readonly port: number }): Promise<string> {
  const address = `http://${bracketed(host)}:${port}/`;
  const who = (await isOurs(address))
    ? `Toolwright is running there already: open the address that it printed, which begins with ${address}`
    : "another program listens there";
  return `${host} port ${port} cannot be listened on: ${who}. With --port 0 a free one is taken.`;
}

async function isOurs(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}api/info`, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: "error" });
    const body: unknown = answer.status === 401 ? await answer.json() : undefined;
    return typeof body === "object" && body !== null && "error" in body && body.error === OURS;
  } catch {
    return false;
  }
}
