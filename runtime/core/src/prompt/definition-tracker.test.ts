import { describe, expect, it } from "vitest";
import { DefinitionTracker } from "./definition-tracker.ts";

const collections = () => ({
  variables: new Map<string, number>([["a", 1]]),
  systems: new Map<string, number>([["a", 1]]),
  tools: new Map<string, number>([
    ["a", 1],
    ["b", 2],
  ]),
});

describe("DefinitionTracker", () => {
  it("tells definitions of one name apart by their type, until a new pass begins", () => {
    const tracker = new DefinitionTracker();
    tracker.mark("def", "x");
    tracker.mark("defTool", "x");
    expect([tracker.isSeen("def", "x"), tracker.isSeen("defSystem", "x"), tracker.isSeen("def", "y")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(tracker.getSeenDefinitions()).toEqual(["def:x", "defTool:x"]);
    tracker.prepareReconciliation();
    expect([tracker.isSeen("def", "x"), tracker.getSeenDefinitions()]).toEqual([false, []]);
  });

  it("removes what a pass left out, and says what that was", () => {
    const tracker = new DefinitionTracker();
    tracker.mark("defTool", "a");
    const { variables, systems, tools } = collections();
    expect(tracker.removeUnseenDefinitions({ variables, systems, tools })).toEqual(["a", "a", "b"]);
    expect([variables.size, systems.size, [...tools.keys()]]).toEqual([0, 0, ["a"]]);
  });

  it("keeps a tool that was seen as an agent, and a variable that was seen as either kind", () => {
    const tracker = new DefinitionTracker();
    tracker.mark("defAgent", "b");
    tracker.mark("defData", "a");
    const { variables, systems, tools } = collections();
    tracker.removeUnseenDefinitions({ variables, systems, tools });
    expect([[...variables.keys()], [...systems.keys()], [...tools.keys()]]).toEqual([["a"], [], ["b"]]);
    tracker.prepareReconciliation();
    tracker.mark("def", "a");
    tracker.removeUnseenDefinitions({ variables, systems, tools });
    expect([variables.size, tools.size]).toEqual([1, 0]);
  });

  it("takes plain objects too, and only those collections that there are", () => {
    const tracker = new DefinitionTracker();
    tracker.mark("defTool", "a");
    const tools = { a: 1, b: 2, toString: 3 };
    expect(tracker.removeUnseenDefinitions({ tools })).toEqual(["b", "toString"]);
    expect(tools).toEqual({ a: 1 });
  });

  it("takes an object for one, whatever its definitions are called", () => {
    const tracker = new DefinitionTracker();
    tracker.mark("defTool", "keys");
    const tools = { keys: () => "kept", delete: () => "gone", values: () => "gone" };
    expect(tracker.removeUnseenDefinitions({ tools })).toEqual(["delete", "values"]);
    expect(Object.keys(tools)).toEqual(["keys"]);
  });
});
