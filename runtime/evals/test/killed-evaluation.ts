// An evaluation of three tasks, whose model notes every answer in a file. With `hang` it is never answered the second
// step of the second task, and this process has to be killed.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool, type ModelPort } from "@toolwright/core";
import { scripted } from "@toolwright/core/testing";
import { evaluate } from "../src/index.ts";

const [folder = "", mode] = process.argv.slice(2);
const look = defineTool({
  name: "look",
  description: "Look.",
  input: { type: "object" },
  effects: "read",
  execute: () => "seen",
});
const usage = { inputTokens: 10, outputTokens: 1 };
const steps = [
  { toolCalls: [{ name: "look", arguments: {} }], usage },
  { text: "done", usage },
];

const completionStream: ModelPort["completionStream"] = (params) => {
  const [first] = params.messages;
  const step = params.messages.length - 1;
  const key = `${String(first?.content)} ${step}`;
  appendFileSync(join(folder, "asked.txt"), `${key}\n`);
  if (mode === "hang" && key === "two 2") {
    process.stdout.write("hangs");
    const stream = (async function* () {})();
    return { stream, final: new Promise(() => setInterval(() => {}, 1_000)) };
  }
  return scripted(steps.slice(step / 2, step / 2 + 1)).completionStream(params);
};

const report = await evaluate(
  ["one", "two", "three"].map((id) => ({ id, input: id })),
  {
    agents: { it: { model: { name: "noted", completionStream }, tools: [look] } },
    scorers: { done: ({ answer }) => answer === "done" },
    folder: join(folder, "results"),
  },
);
console.log(JSON.stringify(report.agents[0]));
