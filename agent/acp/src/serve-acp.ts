import { agent, ndJsonStream } from "@agentclientprotocol/sdk";
import { aFunction, anObject, aText, checkOptions } from "@toolwright/core/internal";
import type { AcpHost } from "./acp-host.port.ts";
import { answerRequests } from "./answer-requests.ts";
import { OpenSessions } from "./session/open-sessions.ts";

/** Where the editor's messages come from, and where answers go. */
export interface AcpStreams {
  readonly input: ReadableStream<Uint8Array>;
  /** Takes nothing but messages: what else a program prints goes elsewhere. */
  readonly output: WritableStream<Uint8Array>;
}

/**
 * Speaks the Agent Client Protocol, version 1 (https://agentclientprotocol.com), as the agent of an editor, until the
 * input ends. Sessions are threads of the host's servers: a page on the same store shows them, too. Throws a
 * `TypeError` for a host that is none.
 */
export async function serveAcp(host: AcpHost, { input, output }: AcpStreams): Promise<void> {
  checkOptions<AcpHost>(host, {
    of: "serveAcp",
    rules: {
      version: aText,
      open: { form: "a function (place) that opens a folder: { root, fetch, token }", fits: aFunction.fits },
    },
    needed: ["version", "open"],
  });
  checkOptions<AcpStreams>({ input, output }, { of: "serveAcp", rules: { input: anObject, output: anObject } });
  const sessions = new OpenSessions(host);
  const app = answerRequests(agent({ name: "toolwright" }), { sessions, version: host.version });
  const connection = app.connect(ndJsonStream(output, input));
  await connection.closed;
  await sessions.end();
}
