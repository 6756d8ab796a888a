import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Message } from "@toolwright/core";
import { type ScriptStep, scripted } from "@toolwright/models";
import { describe, expect, it } from "vitest";
import { createFolderAgent, type FolderAgentOptions } from "./folder-agent.ts";

const READERS = ["tool_output_cache", "tool_output_cache_grep"];
const COUNT = { toolCalls: [{ name: "bash", arguments: { command: "seq 1 50000" } }] };

/** A model that notes which tools each of its requests has. */
function noting(steps: readonly ScriptStep[]) {
  const inner = scripted(steps);
  const offered: (readonly string[])[] = [];
  const model: typeof inner = {
    ...inner,
    completionStream: (params, context) => {
      offered.push((params.tools ?? []).map((tool) => tool.function.name));
      return inner.completionStream(params, context);
    },
  };
  const readers = () => offered.map((names) => names.filter((name) => READERS.includes(name)));
  return { model, offered, readers };
}

async function agentFor(options: Partial<FolderAgentOptions> = {}) {
  const root = await mkdtemp(join(tmpdir(), "kept-"));
  return createFolderAgent({
    root,
    stateDirectory: join(root, ".state"),
    policies: { allow: ["Bash(seq:*)"] },
    ...options,
  });
}

const answer = (messages: readonly Message[]) =>
  messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : [])).at(-1) ?? "";

describe("a set of tools", () => {
  it("is that of the agent, unless a conversation is opened with another", async () => {
    const agent = await agentFor();
    const [small, all] = [noting([{ text: "Hello." }]), noting([{ text: "Hello." }])];
    await agent.open({ model: small.model, toolsSet: "small" }).run("Hello.");
    await agent.open({ model: all.model }).run("Hello.");
    expect(small.offered.map((names) => names.toSorted())).toEqual([
      ["bash", "edit", "glob", "grep", "ls", "read", "write"],
    ]);
    expect(all.offered[0]).toContain("web_fetch");
    await agent.close();
  });
});

describe("the tools that read what was kept aside", () => {
  it.each(["all", "small"] as const)(
    "are offered once something was, in that conversation alone (%s)",
    async (toolsSet) => {
      const agent = await agentFor({ toolsSet });
      const first = noting([COUNT, { text: "Counted." }, { text: "Again." }]);
      const chat = agent.open({ model: first.model });
      const { messages } = await chat.run("Count.");
      expect(answer(messages)).toMatch(/full output: tool_output_cache ref_id=/);
      await chat.run("And now?");
      expect(first.readers()).toEqual([[], READERS, READERS]);
      const other = noting([{ text: "Hello." }]);
      await agent.open({ model: other.model }).run("Hello.");
      expect(other.readers()).toEqual([[]]);
      await agent.close();
    },
  );

  it("are offered at once, and work, where the history of a conversation names such an output", async () => {
    const agent = await agentFor();
    const conversation = { channel: "test", chatId: "1" };
    const before = agent.open({ model: scripted([COUNT, { text: "Counted." }]), conversation });
    await before.run("Count.");
    const ref = /ref_id=(\w+)/.exec(answer(before.history))?.[1] ?? "";
    const read = { toolCalls: [{ name: "tool_output_cache", arguments: { ref_id: ref, offset: 24_999, limit: 1 } }] };
    const { model, readers } = noting([read, { text: "It is 25000." }]);
    const { messages } = await agent
      .open({ model, conversation, history: before.history })
      .run("What is in the middle?");
    expect(readers()).toEqual([READERS, READERS]);
    expect(answer(messages)).toContain("25000\t25000");
    await agent.close();
  });
});
