import type { Command } from "commander";
import type { StoreFlags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import { withPlace } from "./with-place.ts";

type End = (exitCode: number) => void;

/** Adds `store check`, `backup` and `restore` to the command line. */
export function addStore(program: Command, end: End): void {
  const store = program.command("store").description("look after the file that conversations are kept in");
  // Also where another word follows.
  store.allowExcessArguments().action(() => {
    throw new UsageError("Say which: toolwright store check, store backup FILE or store restore FILE.");
  });
  withPlace(store.command("check").description("say what is damaged; nothing is changed")).action(
    async (flags: StoreFlags) => {
      const { checkKept } = await import("./store.ts");
      end(await checkKept(flags));
    },
  );
  const backup = store.command("backup").argument("<file>", "where the backup goes: a path at which nothing is yet");
  withPlace(
    backup.description("copy conversations, outputs and what undo needs into one file, also while servers write"),
  ).action(async (file: string, flags: StoreFlags) => {
    const { backUpKept } = await import("./store.ts");
    end(await backUpKept(file, flags));
  });
  const restore = store.command("restore").argument("<file>", "what backup has written, or a copy of a store");
  withPlace(
    restore.description(
      "put a backup in the place of the store, which is kept as FILE.before; no process may have it open",
    ),
  ).action(async (file: string, flags: StoreFlags) => {
    const { restoreKept } = await import("./store.ts");
    end(await restoreKept(file, flags));
  });
}
