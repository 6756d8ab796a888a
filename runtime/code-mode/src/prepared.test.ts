import { defineTool } from "@toolwright/core";
import { expect, it } from "vitest";
import { createCodeMode, type ProgramExecutor } from "./index.ts";
import { ran } from "./ran.test-data.ts";

const look = defineTool({ name: "look", description: "Looks.", input: { type: "object" }, execute: () => "seen" });

it("reads a program when its executor has begun what takes longest", async () => {
  const order: string[] = [];
  const executor: ProgramExecutor = {
    name: "slow",
    async prepare() {
      await new Promise((resolve) => setTimeout(resolve, 20));
      order.push("prepared");
    },
    open: async () => {
      order.push("opened");
      throw new Error("No machine is left");
    },
  };
  await ran("return 1", [look], { tools: [createCodeMode([look], { executor }).tool] });
  expect(order).toEqual(["prepared", "opened"]);
});
