import { join } from "node:path";
import { type FolderCalls, TASK } from "./folder-model.ts";

/** Where an agent finds its model. */
export interface AgentPlace {
  /** `/v1` of the server. */
  readonly baseUrl: string;
  readonly model: string;
  /** The folder that it works in. */
  readonly folder: string;
}

/** Another coding agent, which is no part of this repository. */
export interface CodingAgent {
  readonly program: string;
  /** Its files, by their paths in its home. They find the token in `TOOLWRIGHT_TOKEN`, as docs/server.md says. */
  files(place: AgentPlace): Readonly<Record<string, string>>;
  args(place: AgentPlace): readonly string[];
  calls(place: AgentPlace): FolderCalls;
}

const opencode: CodingAgent = {
  program: "opencode",
  files: ({ baseUrl, model }) => ({
    ".config/opencode/opencode.json": JSON.stringify({
      provider: {
        toolwright: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: baseUrl, apiKey: "{env:TOOLWRIGHT_TOKEN}" },
          models: { [model]: {} },
        },
      },
      model: `toolwright/${model}`,
    }),
  }),
  args: () => ["run", TASK],
  calls: ({ folder }) => ({
    look: { name: "read", arguments: { filePath: join(folder, "colour.txt") } },
    write: (colour) => ({ name: "write", arguments: { filePath: join(folder, "copy.txt"), content: colour } }),
  }),
};

const pi: CodingAgent = {
  program: "pi",
  files: ({ baseUrl, model }) => ({
    ".pi/agent/models.json": JSON.stringify({
      providers: {
        toolwright: { api: "openai-completions", baseUrl, apiKey: "$TOOLWRIGHT_TOKEN", models: [{ id: model }] },
      },
    }),
  }),
  args: ({ model }) => ["--offline", "--no-session", "--provider", "toolwright", "--model", model, "-p", TASK],
  calls: () => ({
    look: { name: "read", arguments: { path: "colour.txt" } },
    write: (colour) => ({ name: "write", arguments: { path: "copy.txt", content: colour } }),
  }),
};

const codex: CodingAgent = {
  program: "codex",
  files: ({ baseUrl, model }) => ({
    ".codex/config.toml": `model = "${model}"
model_provider = "toolwright"

[model_providers.toolwright]
name = "Toolwright"
base_url = "${baseUrl}"
env_key = "TOOLWRIGHT_TOKEN"
wire_api = "responses"
`,
  }),
  // The model of the check calls nothing but what stands below.
  args: () => ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", TASK],
  calls: () => ({
    look: { name: "exec_command", arguments: { cmd: "cat colour.txt" } },
    write: (colour) => ({ name: "exec_command", arguments: { cmd: `printf %s ${colour} > copy.txt` } }),
  }),
};

export const AGENTS: readonly CodingAgent[] = [opencode, pi, codex];
