import type { ServerInfo } from "@toolwright/view";
import { describe, expect, it } from "vitest";
import { ChoiceStore } from "./choice-store.ts";

const info: ServerInfo = {
  model: "a",
  models: ["a", "b"],
  efforts: { b: ["low", "high"] },
  modes: ["default", "plan"],
  notice: null,
  undo: false,
  rules: false,
  files: false,
  tools: ["read", "bash", "ls"].map((name) => ({ name, description: "", effects: "read" })),
};

function memory(start: Record<string, string> = {}) {
  const kept = new Map(Object.entries(start));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
}

describe("ChoiceStore", () => {
  it("begins with the default model and all tools", () => {
    expect(new ChoiceStore(info, memory()).sent()).toEqual({
      model: null,
      effort: null,
      mode: null,
      activeTools: null,
    });
  });

  it("keeps what was picked for the next page", () => {
    const storage = memory();
    const store = new ChoiceStore(info, storage);
    store.pickModel("b");
    store.pickMode("plan");
    store.toggleTool("bash");
    expect(new ChoiceStore(info, storage).sent()).toMatchObject({
      model: "b",
      mode: "plan",
      activeTools: ["read", "ls"],
    });
    store.pickMode("default");
    expect(store.sent().mode).toBeNull();
  });

  it("keeps an effort as long as the picked model takes it", () => {
    const storage = memory();
    const store = new ChoiceStore(info, storage);
    store.pickEffort("high");
    expect([store.efforts(), store.sent().effort]).toEqual([[], null]);
    store.pickModel("b");
    store.pickEffort("high");
    expect(new ChoiceStore(info, storage).sent()).toMatchObject({ model: "b", effort: "high" });
    store.pickModel("a");
    expect(store.sent()).toMatchObject({ model: null, effort: null });
  });

  it("takes all tools for no choice, so that tools that come later are there too", () => {
    const store = new ChoiceStore(info, memory());
    store.toggleTool("ls");
    store.toggleTool("ls");
    expect(store.state().tools).toBeUndefined();
    store.pickTools([]);
    expect(store.sent().activeTools).toEqual([]);
  });

  it("leaves out what the server does not have", () => {
    const kept = { "toolwright.choice": JSON.stringify({ model: "old", mode: "yolo", tools: ["read", "gone", 7] }) };
    expect(new ChoiceStore(info, memory(kept)).state()).toEqual({
      model: undefined,
      effort: undefined,
      mode: undefined,
      tools: ["read"],
    });
  });

  it.each(["null", "[]", "{", '"text"', '{"tools":{}}'])("bears a storage that holds %s", (text) => {
    expect(new ChoiceStore(info, memory({ "toolwright.choice": text })).state().tools).toBeUndefined();
  });

  it("works where nothing can be stored", () => {
    const refusing = {
      getItem: () => {
        throw new Error("denied");
      },
      setItem: () => {
        throw new Error("denied");
      },
    };
    const store = new ChoiceStore(info, refusing);
    store.pickModel("b");
    expect(store.state().model).toBe("b");
  });

  it("tells who listens", () => {
    const store = new ChoiceStore(info, undefined);
    let calls = 0;
    const stop = store.subscribe(() => calls++);
    store.pickModel("b");
    stop();
    store.pickModel("a");
    expect(calls).toBe(1);
  });
});
