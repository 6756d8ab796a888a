import { useAui } from "@assistant-ui/react";
import { useCallback } from "react";
import { useServices } from "../app/services.ts";
import { userContent } from "../thread/user-content.ts";
import { commandIn, slashCommands } from "./complete/slash-commands.ts";
import { isAsking } from "./run-status.ts";

/**
 * What Enter does with what is written: a command is run, a question is refused with it as the note, a run that goes on hears it. False:
 * it is an ordinary message, which assistant-ui sends.
 */
export function useSubmit(): () => boolean {
  const aui = useAui();
  const services = useServices();
  return useCallback(() => {
    const { text, attachments } = aui.composer.getState();
    const { thread } = services;
    const words = text.trim();
    const found = attachments.length > 0 ? undefined : commandIn(text, slashCommands(services));
    if (found !== undefined) {
      aui.composer.setText("");
      void found.command.run(services, found.words);
      return true;
    }
    const { isRunning, isSending } = thread.state();
    if (!isRunning) return false;
    // The server has not named the thread yet: a moment, and it can be said.
    if (isSending || (words === "" && attachments.length === 0)) return true;
    const asked = attachments.length === 0 ? askedHere(services) : undefined;
    if (asked === undefined) void steer();
    else void refuse(asked, words);
    return true;

    async function refuse(approvalId: string, reason: string): Promise<void> {
      aui.composer.setText("");
      const answer = { approve: false, reason: reason.slice(0, 4_000) };
      const sent = await services.api.post(`/api/approvals/${encodeURIComponent(approvalId)}`, answer);
      if (sent.ok) return;
      thread.tell(`This answer did not count: ${sent.error}`);
      aui.composer.setText(reason);
    }

    async function steer(): Promise<void> {
      const files = attachments.flatMap(({ id }) => services.attachments.partsOf(id));
      const content = userContent([...(words === "" ? [] : [{ type: "text", text }]), ...files]);
      await aui.composer.reset();
      if (!(await services.steers.say(content))) aui.composer.setText(text);
    }
  }, [aui, services]);
}

/** The oldest question of the thread that is shown, where it waits for one. */
function askedHere({ thread, threads }: ReturnType<typeof useServices>): string | undefined {
  const { threadId } = thread.state();
  if (!isAsking(thread.state())) return undefined;
  return threads.state().pending.find((asked) => asked.threadId === threadId)?.approvalId;
}
