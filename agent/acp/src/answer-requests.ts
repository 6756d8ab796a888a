import { isAbsolute } from "node:path";
import {
  type AgentApp,
  type ContentBlock,
  type InitializeResponse,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { listIn, textIn } from "@toolwright/view/internal";
import type { OpenSessions } from "./session/open-sessions.ts";
import type { Session } from "./session/session.ts";
import { configOptionsOf, modesOf, withOption } from "./session/session-settings.ts";

/** What requests are answered from. */
export interface Answering {
  readonly sessions: OpenSessions;
  readonly version: string;
}

/** Answers every request of an editor. */
export function answerRequests(app: AgentApp, { sessions, version }: Answering): AgentApp {
  app
    .onRequest("initialize", ({ params }) => {
      sessions.hear(params.clientCapabilities);
      return initialized(version);
    })
    .onRequest("authenticate", () => ({}))
    .onRequest("session/prompt", ({ params, signal }) => sessions.get(params.sessionId).prompt(params.prompt, signal))
    // What other agents of editors call it, too: the protocol has no word for it yet.
    .onRequest(STEERING, steeringIn, ({ params }) => sessions.get(params.sessionId).inject(params.prompt))
    .onNotification("session/cancel", ({ params }) => sessions.get(params.sessionId).cancel())
    .onRequest("session/set_mode", ({ params }) => {
      const session = sessions.get(params.sessionId);
      session.choice = withOption(session.info, session.choice, { configId: "mode", value: params.modeId });
      return {};
    })
    .onRequest("session/set_config_option", ({ params }) => {
      const session = sessions.get(params.sessionId);
      session.choice = withOption(session.info, session.choice, params);
      return { configOptions: configOptionsOf(session.info, session.choice) };
    });
  return answerOpenings(app, sessions);
}

/** Those that open, list and end sessions. */
function answerOpenings(app: AgentApp, sessions: OpenSessions): AgentApp {
  return app
    .onRequest("session/new", async ({ params, client }) => {
      const session = await sessions.create(placeOf(params), client);
      offerSoon(session);
      return { sessionId: session.id, ...settingsOf(session) };
    })
    .onRequest("session/load", async ({ params, client }) => {
      const session = await sessions.reopen(params.sessionId, placeOf(params), client);
      await session.replay();
      offerSoon(session);
      return settingsOf(session);
    })
    .onRequest("session/resume", async ({ params, client }) => {
      const session = await sessions.reopen(params.sessionId, placeOf(params), client);
      offerSoon(session);
      return settingsOf(session);
    })
    .onRequest("session/list", async ({ params }) => {
      const threads = await sessions.list(params.cwd ?? undefined);
      return {
        sessions: threads.map(({ id, cwd, title, updatedAt }) => ({
          sessionId: id,
          cwd,
          title,
          updatedAt: new Date(updatedAt).toISOString(),
        })),
      };
    })
    .onRequest("session/close", async ({ params }) => {
      await sessions.close(params.sessionId);
      return {};
    })
    .onRequest("session/delete", async ({ params }) => {
      await sessions.delete(params.sessionId);
      return {};
    });
}

const STEERING = "_session/steering";

interface Steering {
  readonly sessionId: string;
  readonly prompt: readonly ContentBlock[];
}

function steeringIn(params: unknown): Steering {
  if (isSteering(params)) return params;
  throw new RequestError(-32602, `${STEERING} takes { sessionId, prompt }.`);
}

function isSteering(value: unknown): value is Steering {
  const prompt = listIn(value, "prompt");
  return (
    textIn(value, "sessionId") !== undefined && prompt.length > 0 && prompt.every((block) => textIn(block, "type"))
  );
}

function initialized(version: string): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "toolwright", title: "Toolwright", version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {} },
    },
    authMethods: [],
    _meta: { steering: { supported: true } },
  };
}

function placeOf<P extends { readonly cwd: string; readonly additionalDirectories?: readonly string[] }>(params: P): P {
  if (!isAbsolute(params.cwd)) throw new RequestError(-32602, "cwd must be an absolute path.");
  if ((params.additionalDirectories ?? []).length > 0)
    throw new RequestError(-32602, "A session has one folder: leave additionalDirectories out.");
  return params;
}

function settingsOf({ info, choice }: Session) {
  return { modes: modesOf(info, choice), configOptions: configOptionsOf(info, choice) };
}

/** An editor knows a session once the answer that names it has come. */
function offerSoon(session: Session): void {
  setImmediate(() => {
    void session.offerCommands().catch(() => undefined);
    session.followOpen();
  });
}
