import type { PromptFunction } from "@toolwright/core/prompt";
import { z } from "zod";
import { cachedQuery } from "./document/cached-query.ts";
import { disableLater } from "./document/disable.ts";
import { remindOf } from "./document/reminder.ts";
import { showingAll } from "./showing-all.ts";

const pair = z.object({ a: z.number(), b: z.number() });

/** Everything that the document shows, in one prompt. */
export const assistantPrompt: PromptFunction = (prompt) => {
  const { $, defData, defState, defSystem, defTool, tool } = prompt;
  const [mode, setMode] = defState("mode", "advanced");

  defSystem("role", "You compute, and you look packages up.");
  defData("mode", mode);
  const math = defTool("math", "Computes.", [
    tool("add", "Adds two numbers.", pair, ({ a, b }) => ({ sum: a + b }), { allowlist: ["sum"] }),
    tool("multiply", "Multiplies two numbers.", pair, ({ a, b }) => ({ product: a * b }), { allowlist: ["product"] }),
  ]);
  cachedQuery(showingAll(prompt));
  const leave = () => {
    setMode("simple");
    return { mode: "simple" };
  };
  const finish = defTool("finish", "Leaves the advanced mode.", z.object({}), leave, { allowlist: ["mode"] });
  if (mode === "advanced") {
    const fail = () => {
      throw new Error("not today");
    };
    defTool("advancedTool", "Only there in advanced mode.", z.object({}), fail, { allowlist: "all" });
  }

  remindOf(math, mode, prompt);
  disableLater(finish, prompt);
  $`Use ${math} and look "core" up.`;
};
