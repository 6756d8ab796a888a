import type { DurableHandler } from "@toolwright/core";
import type { RunningServer } from "@toolwright/server";
import { EXIT } from "../exit-code.ts";
import type { ServeFlags, ToolFlags } from "../flags.ts";
import { chosenToken, type ServerToken, TOKEN_VARIABLE } from "../serve/chosen-token.ts";
import { offeredModels } from "../serve/offered-models.ts";
import { openConversations } from "../serve/open-conversations.ts";
import { openEngine } from "../serve/open-engine.ts";
import { refuseUnlisted } from "../serve/refuse-unlisted.ts";
import { serveAgent } from "../serve/serve-agent.ts";
import { ServedModels } from "../serve/served-models.ts";
import { serverLogger } from "../serve/server-logger.ts";
import { whoListens } from "../serve/who-listens.ts";
import { chooseToolsSet } from "../setup/choose-tools-set.ts";
import { layFoundation } from "../setup/prepare.ts";
import { stopSignal } from "../setup/stop-signal.ts";
import { tapeConfig } from "../setup/tape-config.ts";
import { withSettings } from "../setup/with-settings.ts";
import { bracketed } from "../text/bracketed.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";

/** `toolwright serve`: an agent behind HTTP, until SIGTERM or Ctrl-C. Resolves to the exit code. */
export async function serve(said: ServeFlags): Promise<number> {
  const isPlain = said.toolsSet === "none";
  const flags = await completeFlags(said);
  const { createAgentServer, isLoopbackName, startNodeServer } = await import("@toolwright/server");
  const loopbackOnly = isLoopbackName(flags.host);
  const chosen = chosenToken(flags, loopbackOnly, process.env);
  delete process.env[TOKEN_VARIABLE];
  const models = await offeredModels(flags, process.env);
  const [{ spec, isSmall }] = models;
  const { note } = isPlain
    ? { note: "no tools" }
    : chooseToolsSet({ flag: flags.toolsSet, kept: undefined, model: { isSmall } });
  const tape = await tapeConfig(models[0], flags.record);
  const foundation = await layFoundation(flags, {
    colours: true,
    apps: true,
    addsServers: loopbackOnly,
    opensServers: !isPlain,
  });
  refuseUnlisted(foundation);
  const { workspace } = foundation.agent;
  const store = await openConversations(workspace, flags.store);
  const logger = serverLogger(flags.verbose === true, foundation.secrets);
  let serving: (work: DurableHandler) => void = () => undefined;
  const work = new Promise<DurableHandler>((resolve) => (serving = resolve));
  const handler: DurableHandler = async (...turn) => (await work)(...turn);
  const engine = await openEngine(flags.engine, { logger, store, handler });
  const server = createAgentServer({
    agent: serveAgent({
      foundation,
      store,
      models: new ServedModels(models),
      mayPick: loopbackOnly && flags.model === undefined && flags.record === undefined,
      mayConfigure: loopbackOnly,
      isPlain,
      tape: tape.config,
      flags,
    }),
    store,
    token: chosen.token,
    loopbackOnly,
    logger,
    limits: { closeMs: flags.drain * 1_000 },
    ...(engine && { engine }),
  });
  serving(server.work);
  const stopped = stopSignal();
  const running = await startNodeServer(server, { host: flags.host, port: flags.port }).catch(async (thrown) => {
    if (Object(thrown).code === "EADDRINUSE") throw new Error(await whoListens(flags));
    throw new Error(`${flags.host} port ${flags.port} cannot be listened on: ${messageOf(thrown)}`);
  });
  announce({ flags, model: note === undefined ? spec : `${spec} · ${note}`, root: workspace.root, chosen }, running);
  await stopped;
  await running.close();
  await engine?.close();
  await store.close();
  tape.close();
  return EXIT.ok;
}

type CompleteFlags = Omit<ServeFlags, "toolsSet"> & Pick<ToolFlags, "toolsSet">;

/** With the settings of the folder, of which an agent without tools needs none. */
async function completeFlags({ toolsSet, ...said }: ServeFlags): Promise<CompleteFlags> {
  if (toolsSet !== "none") {
    const given = await withSettings(said);
    return toolsSet === undefined ? given : { ...given, toolsSet };
  }
  if ((said.tools ?? said.mcp ?? (said.codeMode || undefined)) !== undefined)
    throw new UsageError("--tools-set none offers no tools at all: leave out --tools, --mcp and --code-mode.");
  return said;
}

interface Announced {
  readonly flags: Pick<ServeFlags, "host">;
  /** What it is called, and what was chosen for it. */
  readonly model: string;
  readonly root: string;
  readonly chosen: ServerToken;
}

function announce({ flags, model, root, chosen }: Announced, { port }: RunningServer): void {
  const address = `http://${bracketed(flags.host)}:${port}/`;
  // A token that the user chose need not stand in logs.
  const shown = chosen.isChosen ? address : `${address}?token=${chosen.token}`;
  process.stdout.write(`model: ${printable(model)}\nfolder: ${printable(root)}\nopen ${shown}\n`);
}
