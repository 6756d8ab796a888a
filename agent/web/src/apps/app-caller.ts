import type { ThreadMessageLike } from "@assistant-ui/react";
import { RunFold } from "@toolwright/view";
import type { AppCallRequest, Fields } from "@toolwright/view/internal";
import type { Services } from "../base/services.ts";
import type { ShownCall } from "../cards/shown-call.ts";
import { threadPath } from "../server/api.ts";
import { pause } from "../thread/pause.ts";
import { readInto } from "../thread/read-into.ts";
import { toMessage } from "../thread/to-message.ts";
import type { Outcome } from "./app-host.ts";
import { callToolResult } from "./call-tool-result.ts";
import { isAsked } from "./is-asked.ts";

interface CallerOptions {
  readonly call: ShownCall;
  /** Told what is to be seen of the calls, the newest last. */
  readonly onChange: (calls: readonly ThreadMessageLike[]) => void;
}

/** Makes the calls of one app at the server, one after the other, and none while a question waits on the page. */
export class AppCaller {
  readonly #services: Services;
  readonly #options: CallerOptions;
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();
  #shown: readonly ThreadMessageLike[] = [];

  constructor(services: Services, options: CallerOptions) {
    this.#services = services;
    this.#options = options;
  }

  call(name: string, args: Fields): Promise<Outcome> {
    const made = this.#last.then(() => this.#make(name, args));
    this.#last = made.catch(() => undefined);
    return made;
  }

  /** What waits is not begun, and what is under way is stopped. */
  close(): void {
    this.#closing.abort();
  }

  async #make(name: string, args: Fields): Promise<Outcome> {
    const { api, thread } = this.#services;
    const { threadId } = thread.state();
    const { signal } = this.#closing;
    while (isAsked() && !signal.aborted) await pause(LOOK_MS, signal);
    if (threadId === undefined || signal.aborted) return { ok: false, error: "The app was closed." };
    const { toolCallId, toolName: tool } = this.#options.call;
    const body: Asked = { toolCallId, tool, name, arguments: args };
    const answer = await api.stream(`${threadPath(threadId)}/app-calls`, { body, signal });
    if (!answer.ok) return { ok: false, error: answer.error };
    const fold = new RunFold({ runId: crypto.randomUUID(), createdAt: Date.now() });
    const earlier = this.#shown;
    await readInto(fold, answer.value, {
      signal,
      onFrames: () => this.#show([...earlier, toMessage(fold.message())].slice(-MOST)),
    });
    const outcome = outcomeOf(fold);
    // Its server is gone, and with it the question: nobody waits for an answer any more.
    if (!outcome.ok) this.#show(earlier);
    return outcome;
  }

  #show(calls: readonly ThreadMessageLike[]): void {
    this.#shown = calls;
    this.#options.onChange(calls);
  }
}

/** The same, with arguments that come from elsewhere: the server looks at them. */
type Asked = Omit<AppCallRequest, "arguments"> & { readonly arguments: Fields };

/** Milliseconds between looks whether a question has its answer. */
const LOOK_MS = 200;
/** Calls of which something is to be seen. */
const MOST = 5;

function outcomeOf(fold: RunFold): Outcome {
  const made = fold.message().parts.find((part) => part.type === "tool-call");
  if (made?.result === undefined) return { ok: false, error: "The call did not come to an end." };
  return { ok: true, result: callToolResult(made) };
}
