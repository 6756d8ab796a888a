import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, play } from "../../test/prompting.ts";
import { watched } from "../../test/support.ts";
import type { JournalEvent } from "../index.ts";
import type { PromptFunction } from "./run-prompt.ts";

const none = z.object({});

describe("what a prompt says to the model", () => {
  it("begins with the system parts and the variables, each in its tag, then the messages", async () => {
    const { model } = await play([], ({ def, defData, defSystem, defMessage, $ }) => {
      const user = def("user", "Ada");
      defSystem("role", "You help.");
      defData("limits", { most: 3 });
      $`I am ${user}.`;
      defMessage("assistant", "Hello.");
      defMessage("user", "Go on.");
    });
    expect(model.requests[0]?.messages).toEqual([
      {
        role: "system",
        content: '<role>\nYou help.\n</role>\n\n<user>\nAda\n</user>\n\n<limits>\n{\n  "most": 3\n}\n</limits>',
      },
      { role: "user", content: "I am <user>." },
      { role: "assistant", content: "Hello." },
      { role: "user", content: "Go on." },
    ]);
  });

  it("adds user messages once, and assistant messages with every pass", async () => {
    const { model } = await play([call("t"), call("t")], ({ defTool, defMessage, $ }) => {
      defTool("t", "", none, () => "ok");
      $`once`;
      defMessage("user", "also once");
      defMessage("assistant", "noted");
    });
    const texts = (request: number) =>
      model.requests[request]?.messages.filter(({ role }) => role !== "tool").map(({ content }) => content);
    expect(texts(0)).toEqual(["once", "also once", "noted"]);
    expect(texts(1)).toEqual(["once", "also once", "noted", "", "noted"]);
    expect(texts(2)).toEqual(["once", "also once", "noted", "", "noted", "", "noted"]);
  });

  it("renews the system text from the state, and leaves the journal alone while nothing changes", async () => {
    const { activity, events } = watched();
    const { model } = await play(
      [call("set"), call("set"), call("keep")],
      ({ defTool, defState, def, $ }) => {
        const [count, setCount] = defState("count", 0);
        def("count", String(Math.min(count, 1)));
        defTool("set", "", none, () => setCount((before) => before + 1));
        defTool("keep", "", none, () => "ok");
        $`go`;
      },
      { activity },
    );
    expect(model.requests.map(({ messages }) => messages[0]?.content)).toEqual([
      "<count>\n0\n</count>",
      ...Array(3).fill("<count>\n1\n</count>"),
    ]);
    expect(starts(events).map((data) => "messages" in data)).toEqual([false, true, true, true]);
    const quiet = watched();
    const unchanged: PromptFunction = ({ defTool, defSystem, $ }) => {
      defSystem("role", "same");
      defTool("t", "", none, () => "ok");
      $`go`;
    };
    await play([call("t")], unchanged, { activity: quiet.activity });
    expect(starts(quiet.events).map((data) => "messages" in data)).toEqual([false, false]);
  });

  it("an effect replaces the messages of one step; a reminder comes after them", async () => {
    const { model } = await play([call("t"), call("t")], ({ defTool, defEffect, defSystem, $ }) => {
      defSystem("role", "same");
      const tool = defTool("t", "", none, () => "ok");
      defEffect(({ stepNumber }, modify) => {
        if (stepNumber === 1) modify("messages", [{ role: "user", content: "instead" }]);
        if (stepNumber === 2) {
          modify("messages", [{ role: "user", content: "instead" }]);
          modify("messages", [{ role: "user", content: "and more" }]);
          tool.remind();
        }
      });
      $`go`;
    });
    const system = { role: "system", content: "<role>\nsame\n</role>" };
    expect(model.requests[1]?.messages).toEqual([system, { role: "user", content: "instead" }]);
    expect(model.requests[2]?.messages).toEqual([
      system,
      { role: "user", content: "instead" },
      { role: "user", content: "and more" },
      { role: "user", content: expect.stringContaining("- t (tool)") },
    ]);
  });

  it("reminds of everything by its label, in the role that is wanted", async () => {
    const { model } = await play(
      [],
      ({ def, defData, defSystem, defAgent, $ }) => {
        const all = [def("a", "1"), defData("b", 2), defSystem("c", "3"), defAgent("d", "", none, () => undefined)];
        for (const one of all) one.remind();
        $`go`;
      },
      { reminderRole: "system" },
    );
    expect(model.requests[0]?.messages.at(-1)).toEqual({
      role: "system",
      content:
        "[Reminder: Remember to use the following items in your response:\n- a (variable)\n- b (data variable)\n- c (system part)\n- d (agent)]",
    });
  });

  it("an effect picks system parts for one step, and adds variables until a pass leaves them out", async () => {
    const { model } = await play([call("t"), call("t")], ({ defTool, defEffect, defSystem, $ }) => {
      defSystem("role", "A");
      defSystem("style", "B");
      defTool("t", "", none, () => "ok");
      defEffect(({ stepNumber, systems }, modify) => {
        if (stepNumber !== 1) return;
        modify(
          "systems",
          systems.filter(({ name }) => name === "role"),
        );
        modify("variables", [{ name: "extra", type: "def", value: "C" }]);
      });
      $`go`;
    });
    const both = "<role>\nA\n</role>\n\n<style>\nB\n</style>";
    expect(model.requests.map(({ messages }) => messages[0]?.content)).toEqual([
      both,
      "<role>\nA\n</role>\n\n<extra>\nC\n</extra>",
      both,
    ]);
  });

  it("disabled variables and system parts are left out of one step", async () => {
    const { model } = await play([call("t")], ({ def, defSystem, defTool, defEffect, $ }) => {
      const all = [def("a", "1"), defSystem("b", "2")];
      defTool("t", "", none, () => "ok");
      defEffect(() => {
        for (const one of all) one.disable();
      }, []);
      $`go`;
    });
    expect(model.requests.map(({ messages }) => messages[0]?.role)).toEqual(["user", "system"]);
  });

  it("names that cannot be tags, and data that JSON cannot write, are refused at once", async () => {
    await expect(play([], ({ def }) => def("a b", "1"))).rejects.toThrow('The name "a b" cannot be a tag');
    await expect(play([], ({ defSystem }) => defSystem("<x>", "1"))).rejects.toThrow(TypeError);
    await expect(play([], ({ defData }) => defData("f", () => 1))).rejects.toThrow("cannot be written as JSON");
  });
});

function starts(events: readonly JournalEvent[]): object[] {
  return events.flatMap(({ type, data }) => (type === "step_start" ? [data] : []));
}
