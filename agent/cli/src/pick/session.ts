import type { ScriptStep } from "@toolwright/models";

/** A task that a model did once. */
export interface RecordedSession {
  /** The model that answered. */
  readonly model: string;
  /** For people: when it was recorded, and with what. */
  readonly about: string;
  /** What its folder held, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** What the person said. */
  readonly message: string;
  /** What the model answered, request after request. */
  readonly answers: readonly ScriptStep[];
}

/**
 * Recorded by `toolwright run --record` with Qwen2.5-Coder 1.5B on llama.cpp b7376 at its own temperature; the answers
 * are its own, letter by letter.
 */
export const SESSION: RecordedSession = {
  model: "qwen2.5-coder-1.5b",
  about: "qwen2.5-coder-1.5b did this task on 2026-11-28; its answers are played again, and its calls are made.",
  files: {
    "README.md": "# Tea shop\n\n`src/total.js` counts what an order costs. Members get ten percent off.\n",
    "src/prices.js": "export const prices = { assam: 450, sencha: 620, rooibos: 380 };\n",
    "src/total.js": [
      'import { prices } from "./prices.js";',
      "",
      "/** What an order costs, in cents. Members get ten percent off. */",
      "export function total(order, isMember) {",
      "  const whole = order.reduce((sum, { article, count }) => sum + prices[article] * count, 0);",
      "  return isMember ? Math.round(whole * 0.1) : whole;",
      "}",
      "",
    ].join("\n"),
  },
  message: "In src/total.js replace 0.1 with 0.9, and tell me which file was changed.",
  answers: [
    {
      toolCalls: [{ name: "edit", arguments: '{"file_path":"src/total.js","old_string":"0.1","new_string":"0.9"}' }],
      usage: { inputTokens: 586, outputTokens: 52 },
    },
    {
      text: [
        "The file `src/total.js` was changed with the following edits:",
        "",
        "- Line 6: Replaced `Math.round(whole * 0.1)` with `Math.round(whole * 0.9)`.",
      ].join("\n"),
      usage: { inputTokens: 706, outputTokens: 47 },
    },
  ],
};
