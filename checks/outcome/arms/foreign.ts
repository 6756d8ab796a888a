import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { asObject } from "../proxy/as-object.ts";
import type { Arm, Assignment } from "./arm.ts";

/** Where they are looked for when no other folder is named. */
export const PACKAGES = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "toolwright-outcome");

/** Tokens that a conversation may have, for agents that want to be told; a server that takes less refuses by itself. */
const CONTEXT = 32_768;

interface Foreign {
  readonly package: string;
  /** What is started, in the folder that the package is installed in. */
  readonly program: string;
  /** Words, environment and files of a home that lead it to the server and let it ask nobody. */
  readonly started: (assignment: Assignment, home: string) => { words: readonly string[]; env: Record<string, string> };
  /** Its last words, in what it printed. */
  readonly answerIn: (printed: string) => string;
}

/** Other agents, which do folder tasks. They are installed beside the repository and are never a part of it. */
export const FOREIGN: Readonly<Record<"pi" | "opencode", Foreign>> = {
  pi: {
    package: "@earendil-works/pi-coding-agent@1.5.2",
    program: "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js",
    started({ baseUrl, model, maxTokens, request }, home) {
      const compat = {
        ...{ supportsDeveloperRole: false, supportsReasoningEffort: false, maxTokensField: "max_tokens" },
      };
      const models = [{ id: model, contextWindow: CONTEXT, maxTokens }];
      const bench = { baseUrl, api: "openai-completions", apiKey: "none", compat, models };
      writeFileSync(join(home, "models.json"), JSON.stringify({ providers: { bench } }));
      return {
        words: ["--provider", "bench", "--model", model, "--no-session", "-p", request],
        env: { PI_CODING_AGENT_DIR: home, PI_OFFLINE: "1", PI_TELEMETRY: "0" },
      };
    },
    answerIn: (printed) => printed.trim(),
  },
  opencode: {
    package: "opencode-ai@1.18.33",
    program: "node_modules/opencode-ai/bin/opencode.exe",
    started({ baseUrl: baseURL, model, maxTokens, request }, home) {
      const models = { [model]: { limit: { context: CONTEXT, output: maxTokens } } };
      const bench = { npm: "@ai-sdk/openai-compatible", options: { baseURL, apiKey: "none" }, models };
      const config = { provider: { bench }, model: `bench/${model}`, permission: "allow", share: "disabled" };
      return {
        words: ["run", "--pure", "--format", "json", "-m", `bench/${model}`, request],
        env: {
          ...{ HOME: home, OPENCODE_DISABLE_MODELS_FETCH: "1", OPENCODE_DISABLE_AUTOUPDATE: "1" },
          OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
        },
      };
    },
    answerIn: (printed) => lastTextOf(printed.split("\n")),
  },
};

export type ForeignName = keyof typeof FOREIGN;

export function isForeign(arm: string): arm is ForeignName {
  return Object.hasOwn(FOREIGN, arm);
}

/** Where an agent is not there, one line with the command that installs it. */
export function missingOf(arm: ForeignName, packages: string): string | undefined {
  const { package: name, program } = FOREIGN[arm];
  if (existsSync(join(packages, arm, program))) return undefined;
  return `The agent of the arm ${arm} is not installed: npm install --prefix ${join(packages, arm)} ${name}`;
}

/** One of them, started as a person would; its calls are read out of what it asks the model. */
export function runForeign(name: ForeignName): Arm {
  return async (assignment) => {
    const { program, started, answerIn } = FOREIGN[name];
    const home = mkdtempSync(join(tmpdir(), "outcome-"));
    const { words, env } = started(assignment, home);
    const path = join(assignment.packages ?? "", name, program);
    const [file = "", ...all] = program.endsWith(".js") ? [process.execPath, path, ...words] : [path, ...words];
    const child = spawn(file, all, {
      ...{ cwd: assignment.folder, env: { ...process.env, HOME: home, ...env } },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const code = new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
    const [printed, ended] = await Promise.all([text(child.stdout), code]);
    const failure = ended === 0 ? undefined : `${name} ended with ${ended}`;
    return { ...{ steps: 0, tokensIn: 0, tokensOut: 0, calls: [] }, answer: answerIn(printed), failure };
  };
}

function lastTextOf(lines: readonly string[]): string {
  const texts = lines.flatMap((line) => {
    if (!line.startsWith("{")) return [];
    const { type, part } = asObject(JSON.parse(line));
    return type === "text" ? [String(asObject(part).text)] : [];
  });
  return texts.at(-1) ?? "";
}
