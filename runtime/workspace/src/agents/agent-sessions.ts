import type { Conversation, Message, PrepareStep } from "@toolwright/core";
import { ToolError } from "@toolwright/core";
import { isSameConversation } from "@toolwright/core/internal";
import { TodoList } from "../tools/todos/todo-list.ts";
import { SeenFiles } from "../tracking/seen-files.ts";
import type { AgentType } from "./agent-type.ts";

/** What an agent knows, from its first task on. */
export interface AgentSession {
  readonly id: string;
  readonly type: AgentType;
  /** Of the agent that it works for. */
  readonly parent: Conversation;
  /** Its own. */
  readonly conversation: Conversation;
  readonly seen: SeenFiles;
  readonly todos: TodoList;
  readonly prepareStep: PrepareStep | undefined;
  messages: readonly Message[];
  isWorking: boolean;
}

/** More agents are not remembered; those unused for longest go first. */
const MAX_SESSIONS = 100;

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Agents by their id. One conversation does not see those of another. */
export class AgentSessions {
  readonly #sessions = new Map<string, AgentSession>();
  readonly #steps: (() => PrepareStep) | undefined;

  constructor(steps: (() => PrepareStep) | undefined) {
    this.#steps = steps;
  }

  open(type: AgentType, parent: Conversation): AgentSession {
    const id = this.#freshId();
    const session: AgentSession = {
      id,
      type,
      parent,
      conversation: { channel: parent.channel, chatId: `${parent.chatId}/agent-${id}` },
      seen: new SeenFiles(),
      todos: new TodoList(),
      prepareStep: this.#steps?.(),
      messages: [{ role: "system", content: type.instructions }],
      isWorking: false,
    };
    this.#put(session);
    return session;
  }

  /** Throws a `ToolError` that names the agents there are. */
  resume(id: string, parent: Conversation): AgentSession {
    const session = this.#sessions.get(id);
    if (session === undefined || !isSameConversation(session.parent, parent)) throw this.#unknown(id, parent);
    if (session.isWorking) throw new ToolError(`Agent ${id} is still working.`, { suggestion: "Wait for its report." });
    this.#put(session);
    return session;
  }

  #put(session: AgentSession): void {
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
    const idle = [...this.#sessions.values()].filter((one) => !one.isWorking && one !== session);
    for (const { id } of idle.slice(0, Math.max(0, this.#sessions.size - MAX_SESSIONS))) this.#sessions.delete(id);
  }

  #unknown(id: string, parent: Conversation): ToolError {
    const own = [...this.#sessions.values()].filter((session) => isSameConversation(session.parent, parent));
    const ids = own.map((session) => session.id).slice(-5);
    return new ToolError(`There is no agent ${/^[a-z0-9]{1,8}$/.test(id) ? id : "of that id"}.`, {
      code: "user_error",
      suggestion: ids.length === 0 ? "Leave agent_id out to start one." : `There are: ${ids.join(", ")}.`,
    });
  }

  #freshId(): string {
    for (;;) {
      const bytes = crypto.getRandomValues(new Uint8Array(3));
      const id = Array.from(bytes, (byte, index) => ALPHABET[byte % (index === 0 ? 26 : ALPHABET.length)]).join("");
      if (!this.#sessions.has(id)) return id;
    }
  }
}
