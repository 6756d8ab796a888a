import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCodeMode } from "@toolwright/code-mode";
import { defineTool } from "@toolwright/core";
import { scripted } from "@toolwright/models";
import { openStore, type SqliteStore } from "@toolwright/store";
import { SILENT } from "../tools.ts";
import type { ProgramState, ProgramSubject, ProgramTool } from "./program-subject.ts";

const CONVERSATION = { channel: "beside", chatId: "1" };

/** Toolwright over a SQLite file: what is stored is the file alone. */
export const toolwright: ProgramSubject = {
  name: "Toolwright",
  version: "0.1",
  call: (tool, args) => `tools.${tool}(${args})`,
  begin(code, tools) {
    const file = join(mkdtempSync(join(tmpdir(), "beside-")), "store.db");
    return inStore(file, (store) => store.run(CONVERSATION, configOf(tools, code), "Go on."));
  },
  goOn(state, answer, tools) {
    const { file, ids }: Stored = JSON.parse(state);
    return inStore(file, async (store) => {
      for (const id of ids) store.decide(id, answer);
      return store.resume(CONVERSATION, configOf(tools));
    });
  },
};

interface Stored {
  readonly file: string;
  /** Of what was asked. */
  readonly ids: readonly string[];
}

type Ended = Awaited<ReturnType<SqliteStore["run"]>>;

async function inStore(file: string, work: (store: SqliteStore) => Promise<Ended>): Promise<ProgramState> {
  const store = openStore({ file });
  try {
    const { messages, questions = [], error } = await work(store);
    const answer = messages.findLast(({ role }) => role === "tool");
    const ended = answer === undefined ? {} : { value: jsonOrText(String(answer.content)) };
    const stored: Stored = { file, ids: questions.map(({ approvalId }) => approvalId) };
    const state = JSON.stringify(stored);
    return { ...ended, ...(error && { thrown: error.message }), questions: questions.length, state };
  } finally {
    store.close();
  }
}

function configOf(tools: readonly ProgramTool[], code?: string) {
  const { tool } = createCodeMode(
    tools.map(({ name, asks = false, execute }) =>
      defineTool({
        name,
        description: name,
        input: { type: "object" },
        effects: name === "read" ? "read" : "external",
        requiresConfirmation: asks,
        execute,
      }),
    ),
  );
  const asked = code === undefined ? [] : [{ toolCalls: [{ id: "p", name: "run_code", arguments: { code } }] }];
  return { model: scripted([...asked, { text: "done" }]), tools: [tool], waiting: "return", logger: SILENT } as const;
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
