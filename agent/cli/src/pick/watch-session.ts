import { interruptible } from "../setup/interruptible.ts";
import { prepare } from "../setup/prepare.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { RunView } from "../view/run-view.ts";
import { saidLines } from "../view/said-lines.ts";
import { SESSION } from "./session.ts";
import { sessionFolder } from "./session-folder.ts";
import { sessionModel } from "./session-model.ts";

/**
 * Plays a recorded session in a folder of its own, which is removed afterwards: the model's answers are those that were
 * recorded, its calls are made, and the person is asked as by a real model.
 */
export async function watchSession(terminal: Terminal): Promise<void> {
  const { screen } = terminal;
  const { dim } = screen.styles;
  const folder = await sessionFolder();
  const { signal, stop, end } = interruptible();
  const unwatch = terminal.watchKeys(stop);
  try {
    const { opened, steps } = await prepare({
      flags: { workspace: folder.root },
      person: { terminal, stopRun: stop },
      model: { model: sessionModel({ patient: true }), isSmall: true },
    });
    opened.activity.subscribe("*", new RunView(screen).show);
    screen.line(dim(SESSION.about));
    for (const line of saidLines(SESSION.message, screen.styles)) screen.line(line);
    await opened.run([...opened.history, { role: "user", content: SESSION.message }], { ...steps, signal });
    await opened.end();
    screen.line(dim(`That was the recording. Its folder ${folder.root} is removed.`));
  } finally {
    unwatch();
    end();
    await folder.remove();
  }
}
