import type { Approver, Conversation, ToolLoopConfig } from "@toolwright/core";
import { conversationKey } from "@toolwright/core/internal";
import { atEnd } from "../setup/clean-up.ts";
import { layFoundation } from "../setup/prepare.ts";
import { sessionFolder } from "./session-folder.ts";
import { sessionModel } from "./session-model.ts";

/** The name under which a server offers the recorded session among its models. */
export const RECORDED = "recorded session";

/** Runs of the recorded session, for each conversation in a folder of its own. */
export class RecordedRuns {
  readonly #approver: (conversation: Conversation) => Approver | undefined;
  readonly #open = new Map<string, Promise<OpenRun>>();

  constructor(approver: (conversation: Conversation) => Approver | undefined) {
    this.#approver = approver;
    atEnd(async () => void (await Promise.allSettled([...this.#open.keys()].map((key) => this.#end(key)))));
  }

  /** What a run of this conversation runs with. */
  async config(conversation: Conversation): Promise<ToolLoopConfig> {
    const key = conversationKey(conversation);
    const open = this.#open.get(key) ?? openRun(conversation, this.#approver(conversation));
    this.#open.set(key, open);
    return (await open).config;
  }

  /** Removes the folder of a conversation; nothing happens to one that has none. */
  end(conversation: Conversation): Promise<void> {
    return this.#end(conversationKey(conversation));
  }

  async #end(key: string): Promise<void> {
    const open = this.#open.get(key);
    this.#open.delete(key);
    await (await open)?.end();
  }
}

interface OpenRun {
  readonly config: ToolLoopConfig;
  end(): Promise<void>;
}

async function openRun(conversation: Conversation, approver: Approver | undefined): Promise<OpenRun> {
  const folder = await sessionFolder();
  const { agent, permissions } = await layFoundation({ workspace: folder.root }, {});
  const opened = agent.open({ conversation, toolsSet: "small", ...(approver && { approver }) });
  const { activity: _, ...config } = opened.config;
  const tools = agent.toolsIn("small");
  return {
    config: { ...config, model: sessionModel({ patient: true }), tools, policy: permissions.policy },
    async end() {
      await opened.end();
      await folder.remove();
    },
  };
}
