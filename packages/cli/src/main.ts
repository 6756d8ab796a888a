import { exitWhenIdle } from "./exit-when-idle.ts";
import { runCommandLine } from "./run-command-line.ts";

// A reader that leaves early (`| head`) is no error: commands that work on notice it themselves.
process.stdout.on("error", () => undefined);
exitWhenIdle(await runCommandLine(process.argv.slice(2)));
