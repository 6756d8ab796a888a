// A durable call, at so many runs at once: every subject makes the same steps of one call, and what each comes to is on
// the disk before the next begins.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { ANSWER, DESCRIPTION, PROMPT, plan, Tally } from "../subjects/work.mjs";

/** Writes two rows of 300 bytes a call, each in a full commit of its own, one run after the other. */
export function bareSqlite(folder) {
  const database = new DatabaseSync(join(folder, "bare.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (body TEXT)");
  const [begin, insert, commit] = ["BEGIN IMMEDIATE", "INSERT INTO rows VALUES (?)", "COMMIT"].map((sql) =>
    database.prepare(sql),
  );
  const body = "x".repeat(300);
  const work = async ({ steps }) => {
    for (let written = 0; written < 2 * steps; written += 1) {
      begin.run();
      insert.run(body);
      commit.run();
    }
  };
  return { name: "two bare SQLite commits", work, end: async () => database.close() };
}

/** `store.run`: the whole loop, with its lease and its journal. `defineTool` is that of the store's own core. */
export function storedRuns(name, { store, defineTool }) {
  let count = 0;
  const work = async ({ steps }) => {
    const tally = new Tally();
    const config = { model: modelOf(steps), tools: [toolOf(tally, defineTool)], maxIterations: steps + 1 };
    const conversation = { channel: "bench", chatId: `${name} ${process.pid} ${(count += 1)}` };
    const { content, error } = await store.run(conversation, config, PROMPT);
    if (content !== ANSWER) throw new Error(`A run ended without its answer: ${error?.message}`);
    tally.expect(steps, "A run");
  };
  return { name, work, end: async () => store.close() };
}

/** Every model call and every call is a step of a workflow. */
export async function dbosSteps(url) {
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: url, logLevel: "error", runAdminServer: false });
  const turn = DBOS.registerWorkflow(
    async (steps) => {
      const tally = new Tally();
      const calls = plan({ steps, width: 1 });
      for (const [step, [{ input }]] of calls.entries()) {
        await DBOS.runStep(async () => calls[step], { name: `model:${step}` });
        await DBOS.runStep(async () => tally.execute(input), { name: `call:${step}` });
      }
      await DBOS.runStep(async () => ANSWER, { name: `model:${steps}` });
      tally.expect(steps, "A workflow");
    },
    { name: "turn" },
  );
  await DBOS.launch();
  const work = async ({ steps }) => (await DBOS.startWorkflow(turn)(steps)).getResult();
  return { name: "DBOS on PostgreSQL", work, end: () => DBOS.shutdown() };
}

function toolOf(tally, defineTool) {
  const input = { type: "object", properties: { path: { type: "string" }, line: { type: "integer" } } };
  const execute = (given) => tally.execute(given);
  return defineTool({ name: "lookup", description: DESCRIPTION, input, effects: "read", execute });
}

/** Answers at once and whole. */
export function modelOf(steps, width = 1) {
  const answers = plan({ steps, width }).map(asking);
  answers.push({ message: { role: "assistant", content: ANSWER }, finishReason: "stop" });
  return { name: "mock", completionStream: () => completionOf(answers.shift()) };
}

function asking(calls) {
  const toolCalls = calls.map(({ id, name, input }) => {
    return { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
  });
  return { message: { role: "assistant", content: "" }, toolCalls, finishReason: "tool_calls" };
}

function completionOf(answer) {
  return { stream: (async function* () {})(), final: Promise.resolve({ ...answer, model: "mock" }) };
}
