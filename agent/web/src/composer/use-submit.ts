import { promptCommand } from "@toolwright/view/internal";
import { useCallback } from "react";
import { type Services, useServices } from "../base/services.ts";
import { newId } from "../thread/new-id.ts";
import { nameOf } from "../thread/thread-state.ts";
import type { UserContent } from "../thread/user-content.ts";
import { approvalTexts } from "../words/approval.ts";
import { commandIn, slashCommands } from "./complete/slash-commands.ts";
import { isEmpty } from "./composer-store.ts";
import { withResources } from "./offers/with-resources.ts";
import { askedId } from "./run-status.ts";

/**
 * What Enter does with what is written: a command is run, a question is refused with it as the note, a run that goes on
 * hears it, or it is said.
 */
export function useSubmit(): () => void {
  const services = useServices();
  return useCallback(
    function submit() {
      const { thread, composer, choice } = services;
      const { files } = composer.state();
      const command = files.length > 0 ? undefined : commandOf(services);
      if (command !== undefined) {
        composer.setText("");
        command();
        return;
      }
      if (isEmpty(composer.state())) return;
      if (isBusy(services)) return whenReady(services, submit);
      const asked = files.length === 0 ? askedId(thread.state()) : undefined;
      if (asked !== undefined) return void refuse(services, asked);
      if (thread.state().isRunning) return sayToRun(services);
      const send: Take = (content) => thread.send({ content, ...choice.sent() });
      void composer.handOver(withNamedResources(services, send));
    },
    [services],
  );
}

/** What is written, where it is a command or a prompt of an MCP server. */
function commandOf(services: Services): (() => void) | undefined {
  const { composer, panels, info } = services;
  const { text } = composer.state();
  const found = commandIn(text, slashCommands(services));
  if (found !== undefined) return () => void found.command.run(services, found.words);
  const servers = info.offers === true ? (info.servers ?? []).map(({ name }) => name) : [];
  const prompt = promptCommand(text, servers);
  return prompt && (() => panels.open({ prompt }));
}

type Take = (content: UserContent) => Promise<boolean>;

/** The run that goes on hears it when its step ends. */
function sayToRun(services: Services): void {
  const { composer, steers } = services;
  const id = newId();
  const say: Take = (content) => steers.say(content, id);
  void composer.handOver(withNamedResources(services, say), id);
}

/** Takes a message with the resources that it names. */
function withNamedResources(services: Services, take: Take): Take {
  return async (content) => {
    const whole = await withResources(services, content);
    return whole !== undefined && take(whole);
  };
}

/**
 * The server has not taken what was said before, or the thread or a file is being read: a moment, and it can be said.
 */
function isBusy({ thread, composer }: Services): boolean {
  const { isSending, isLoading } = thread.state();
  return isSending || isLoading || composer.state().reading > 0;
}

/** Submits then, unless somebody writes on, or goes to another thread. */
function whenReady(services: Services, submit: () => void): void {
  const { thread, composer } = services;
  const [name, { text }] = [nameOf(thread.state()), composer.state()];
  const look = () => {
    const isSame = nameOf(thread.state()) === name && composer.state().text === text;
    if (isSame && isBusy(services)) return;
    for (const leave of leaves) leave();
    if (isSame) submit();
  };
  const leaves = [thread.subscribe(look), composer.subscribe(look)];
}

function refuse({ api, thread, composer }: Services, approvalId: string): Promise<void> {
  const reason = composer.state().text.trim().slice(0, 4_000);
  return composer.handOver(async () => {
    const sent = await api.post(`/api/approvals/${encodeURIComponent(approvalId)}`, { approve: false, reason });
    if (!sent.ok) thread.tell(approvalTexts.notCounted(sent.error));
    return sent.ok;
  });
}
