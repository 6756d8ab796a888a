import { randomBytes } from "node:crypto";
import { ToolRunner } from "@toolwright/core";
import type { RunningServer } from "@toolwright/server";
import { EXIT } from "../exit-code.ts";
import type { ServeFlags } from "../flags.ts";
import { offeredModels } from "../serve/offered-models.ts";
import { openConversations } from "../serve/open-conversations.ts";
import { serveAgent } from "../serve/serve-agent.ts";
import { serverLogger } from "../serve/server-logger.ts";
import { type Foundation, layFoundation } from "../setup/prepare.ts";
import { tapeConfig } from "../setup/tape-config.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { UsageError } from "../usage-error.ts";

/** `toolwright serve`: an agent behind HTTP, until SIGTERM or Ctrl-C. Resolves to the exit code. */
export async function serve(flags: ServeFlags): Promise<number> {
  const { createAgentServer, isLoopbackName, startNodeServer } = await import("@toolwright/server");
  const loopbackOnly = isLoopbackName(flags.host);
  const token = chooseToken(flags, loopbackOnly);
  const models = await offeredModels(flags, process.env);
  const [{ spec }] = models;
  const tape = await tapeConfig(models[0], flags.record);
  const foundation = await layFoundation(flags, undefined);
  refuseUnlisted(foundation);
  const { workspace } = foundation.agent;
  const store = await openConversations(workspace);
  const server = createAgentServer({
    agent: serveAgent({ foundation, store, models, tape: tape.config, flags }),
    store,
    token,
    loopbackOnly,
    logger: serverLogger(flags.verbose === true, foundation.secrets),
  });
  const running = await startNodeServer(server, { host: flags.host, port: flags.port }).catch((thrown) => {
    throw new Error(`${flags.host} port ${flags.port} cannot be listened on: ${messageOf(thrown)}`);
  });
  announce({ flags, spec, root: workspace.root, token }, running);
  await stopSignal();
  await running.close();
  store.close();
  tape.close();
  return EXIT.ok;
}

/** Whoever listens to other machines has to agree with them on a token. */
function chooseToken({ token, host }: ServeFlags, loopbackOnly: boolean): string {
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError("--token takes letters, digits and signs, without blanks.");
  }
  if (token === undefined && !loopbackOnly) {
    throw new UsageError(`--host ${host} lets other machines in: choose a --token that they must bring.`);
  }
  return token ?? randomBytes(24).toString("base64url");
}

/** Better said now than in every run. */
function refuseUnlisted({ agent }: Foundation): void {
  try {
    new ToolRunner({ registry: agent.tools, redaction: "required" });
  } catch (thrown) {
    throw new UsageError(`${messageOf(thrown)} Give each an allowlist, or "all".`);
  }
}

interface Announced {
  readonly flags: ServeFlags;
  readonly spec: string;
  readonly root: string;
  readonly token: string;
}

function announce({ flags, spec, root, token }: Announced, { port }: RunningServer): void {
  const host = flags.host.includes(":") && !flags.host.startsWith("[") ? `[${flags.host}]` : flags.host;
  const address = `http://${host}:${port}/`;
  // A token that the user chose need not stand in logs.
  const shown = flags.token === undefined ? `${address}?token=${token}` : address;
  process.stdout.write(`model: ${printable(spec)}\nfolder: ${printable(root)}\nopen ${shown}\n`);
}

/** The second signal leaves at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(name, () => {
        if (isStopping) process.exit(130);
        isStopping = true;
        resolve();
      });
    }
  });
}
