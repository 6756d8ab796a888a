import { Writable } from "node:stream";
import { serveAcp } from "@toolwright/acp";
import { EXIT } from "../exit-code.ts";
import type { AcpFlags } from "../flags.ts";
import { packageVersion } from "../package-version.ts";
import { EditorFolders } from "../serve/editor-folders.ts";
import { offeredModels } from "../serve/offered-models.ts";
import { ServedModels } from "../serve/served-models.ts";
import { chooseToolsSet } from "../setup/choose-tools-set.ts";
import { interruptible } from "../setup/interruptible.ts";
import { tapeConfig } from "../setup/tape-config.ts";
import { withSettings } from "../setup/with-settings.ts";
import { printable } from "../text/printable.ts";

/** `toolwright acp`: the agent of an editor, until its input ends. Resolves to the exit code. */
export async function acp(given: AcpFlags): Promise<number> {
  const flags = await withSettings(given);
  const models = await offeredModels(flags, process.env);
  const [{ spec, isSmall }] = models;
  const { note } = chooseToolsSet({ flag: flags.toolsSet, kept: undefined, model: { isSmall } });
  if (note !== undefined) process.stderr.write(`model: ${printable(spec)} · ${note}\n`);
  const tape = await tapeConfig(models[0], flags.record);
  const folders = new EditorFolders({ flags, models: new ServedModels(models), tape: tape.config });
  const interruption = interruptible();
  interruption.signal.addEventListener("abort", () => process.stdin.destroy(), { once: true });
  const host = {
    version: packageVersion(),
    open: (place: Parameters<EditorFolders["open"]>[0]) => folders.open(place),
  };
  await serveAcp(host, { input: bytesOf(process.stdin), output: Writable.toWeb(process.stdout) });
  interruption.end();
  await folders.close();
  tape.close();
  return EXIT.ok;
}

/** A stream of the web's kind, read as fast as it is asked for. */
function bytesOf(readable: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = readable[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
