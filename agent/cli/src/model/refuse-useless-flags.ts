import type { ModelFlags } from "../flags.ts";
import { UsageError } from "../usage-error.ts";
import type { ChosenModel } from "./choose-model.ts";

/** Who sends a model's requests: our own HTTP, the package of its provider, or nobody, because it answers from here. */
export type Sender = "http" | "package" | "nobody";

const FLAGS = ["baseUrl", "contextWindow", "firstByteTimeout", "textCalls", "promptCaching", "responses"] as const;

type Flag = (typeof FLAGS)[number];

const NAMES: Readonly<Record<Flag, string>> = {
  baseUrl: "--base-url",
  contextWindow: "--context-window",
  firstByteTimeout: "--first-byte-timeout",
  textCalls: "--text-calls",
  promptCaching: "--prompt-caching",
  responses: "--responses",
};

const TAKEN: Readonly<Record<Sender, readonly Flag[]>> = {
  http: FLAGS,
  package: ["baseUrl", "contextWindow", "textCalls", "promptCaching"],
  nobody: [],
};

const WHY: Readonly<Record<Sender, string>> = {
  http: "",
  package: "the package of its provider sends the requests",
  nobody: "it asks no server",
};

/** Throws a `UsageError` for an option of which no model among these has any use. */
export function refuseUselessFlags(flags: Omit<ModelFlags, "model">, models: readonly ChosenModel[]): void {
  for (const flag of FLAGS) {
    const wanted = flags[flag] ?? false;
    const [first] = models;
    if (wanted === false || first === undefined || models.some(({ sender }) => TAKEN[sender].includes(flag))) continue;
    throw new UsageError(
      `${NAMES[flag]} has no effect on ${first.spec}: ${WHY[first.sender]}. Leave it out, or name a model whose server speaks OpenAI's chat completions, such as --model ollama:NAME or litellm:NAME.`,
    );
  }
}
