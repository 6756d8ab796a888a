import type { Command } from "commander";
import type { StoreFlags } from "../flags.ts";
import { withPlace } from "./with-place.ts";

/** Adds `threads`, `threads retry` and `threads stop` to the command line. */
export function addThreads(program: Command, end: (exitCode: number) => void): void {
  const threads = withPlace(program.command("threads"));
  threads
    .description("list the conversations of a folder, and how it stands with each")
    .action(async (flags: StoreFlags) => {
      const { listThreads } = await import("./threads.ts");
      end(await listThreads(flags));
    });
  const retry = threads.command("retry").argument("<id>", "the id of a conversation, or its beginning");
  retry
    .description("have a quarantined run taken up again")
    .action(async (id: string, _: object, { parent }: Command) => {
      const { retryThread } = await import("./threads.ts");
      end(await retryThread(id, parent?.opts<StoreFlags>() ?? { workspace: "." }));
    });
  const stop = threads.command("stop").argument("<id>", "the id of a conversation, or its beginning");
  stop
    .description("end an open run, whichever process has it")
    .action(async (id: string, _: object, { parent }: Command) => {
      const { stopThread } = await import("./threads.ts");
      end(await stopThread(id, parent?.opts<StoreFlags>() ?? { workspace: "." }));
    });
}
