import {
  type ClientCapabilities,
  type ClientContext,
  client,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { type AcpHost, serveAcp } from "@toolwright/acp";
import { onTestFinished } from "vitest";

/** What the person at the editor does with a question; a test may leave one unanswered until it is taken back. */
export type Answer = (
  question: RequestPermissionRequest,
  signal: AbortSignal,
) => string | "cancelled" | Promise<string>;

/** An editor at work: the official client, over real streams. */
export interface Editor {
  readonly agent: ClientContext;
  readonly questions: RequestPermissionRequest[];
  readonly updates: SessionUpdate[];
  /** Closes its end. Resolves when the agent has ended, too. */
  leave(): Promise<void>;
}

export async function openEditor(
  host: AcpHost,
  { answer = () => "once", capabilities = {} }: { answer?: Answer; capabilities?: ClientCapabilities } = {},
): Promise<Editor> {
  const toAgent = new TransformStream<Uint8Array, Uint8Array>();
  const toEditor = new TransformStream<Uint8Array, Uint8Array>();
  const served = serveAcp(
    { version: host.version, open: host.open },
    { input: toAgent.readable, output: toEditor.writable },
  );
  const questions: RequestPermissionRequest[] = [];
  const updates: SessionUpdate[] = [];
  const app = client({ name: "test" })
    .onRequest(
      methods.client.session.requestPermission,
      async ({ params, signal }): Promise<RequestPermissionResponse> => {
        questions.push(params);
        const optionId = await answer(params, signal);
        return { outcome: optionId === "cancelled" ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
      },
    )
    .onNotification(methods.client.session.update, ({ params }) => void updates.push(params.update));
  const connection = app.connect(ndJsonStream(toAgent.writable, toEditor.readable));
  let leaving: Promise<void> | undefined;
  const leave = () =>
    (leaving ??= (async () => {
      connection.close();
      await toAgent.writable.close().catch(() => undefined);
      await served;
    })());
  onTestFinished(leave);
  await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: capabilities });
  return { agent: connection.agent, questions, updates, leave };
}
