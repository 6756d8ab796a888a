import { useCallback } from "react";
import { useServices } from "../app/services.ts";
import { commandIn, slashCommands } from "./complete/slash-commands.ts";
import { isEmpty } from "./composer-store.ts";
import { askedId } from "./run-status.ts";

/** What Enter does with what is written: a command is run, a question is refused with it as the note, a run that goes on hears it, or it is said. */
export function useSubmit(): () => void {
  const services = useServices();
  return useCallback(() => {
    const { thread, composer, choice, steers } = services;
    const { text, files, reading } = composer.state();
    const found = files.length > 0 ? undefined : commandIn(text, slashCommands(services));
    if (found !== undefined) {
      composer.setText("");
      void found.command.run(services, found.words);
      return;
    }
    const { isRunning, isSending, isLoading } = thread.state();
    // The server has not named the thread yet, or the thread or a file is being read: a moment, and it can be said.
    if (isEmpty(composer.state()) || isSending || isLoading || reading > 0) return;
    const asked = files.length === 0 ? askedId(thread.state()) : undefined;
    if (asked !== undefined) void refuse(services, asked);
    else if (isRunning) void composer.handOver((content) => steers.say(content));
    else void composer.handOver((content) => thread.send({ content, ...choice.sent() }));
  }, [services]);
}

type Services = ReturnType<typeof useServices>;

function refuse({ api, thread, composer }: Services, approvalId: string): Promise<void> {
  const reason = composer.state().text.trim().slice(0, 4_000);
  return composer.handOver(async () => {
    const sent = await api.post(`/api/approvals/${encodeURIComponent(approvalId)}`, { approve: false, reason });
    if (!sent.ok) thread.tell(`This answer did not count: ${sent.error}`);
    return sent.ok;
  });
}
