import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ARM_NAMES, type ArmName, isArmName } from "./arms/arm-names.ts";
import { isForeign, missingOf, PACKAGES } from "./arms/foreign.ts";
import { KINDS } from "./choose-tasks.ts";
import type { Half } from "./tasks/task.ts";

/** Who does which tasks, and how far each may go. */
export interface Options {
  readonly baseUrl: string;
  readonly model: string;
  readonly arms: readonly ArmName[];
  /** How many of the hundred. */
  readonly count: number;
  /** Descriptions are tuned on one half of the tasks and judged on the other. */
  readonly half?: Half;
  /** Kinds of tasks; all of the hundred where undefined. */
  readonly only?: readonly string[];
  /** Model calls of a task. */
  readonly maxSteps: number;
  /** Tokens of one answer. */
  readonly maxTokens: number;
  /** Where other agents are installed, a folder each. */
  readonly packages: string;
  /** Where the rows lie. */
  readonly folder: string;
}

/** What the words of the command say, or the one sentence on why it cannot be done. */
export function readOptions(): Options | string {
  const { values } = parseArgs({
    options: {
      "base-url": { type: "string" },
      model: { type: "string" },
      arms: { type: "string", default: "small,all,ai-sdk,plain" },
      tasks: { type: "string", default: "100" },
      half: { type: "string" },
      only: { type: "string" },
      steps: { type: "string", default: "6" },
      "max-tokens": { type: "string", default: "1024" },
      packages: { type: "string", default: PACKAGES },
      folder: { type: "string", default: join(import.meta.dirname, "runs") },
    },
  });
  const { "base-url": baseUrl, model, half } = values;
  if (baseUrl === undefined || model === undefined)
    return "Say which model does the tasks: npm run outcome -- --base-url http://127.0.0.1:8080/v1 --model NAME";
  const arms = values.arms.split(",");
  const stranger = arms.find((arm) => !isArmName(arm));
  if (stranger !== undefined) return `There is no arm ${stranger}: ${ARM_NAMES.join(", ")}.`;
  const packages = resolve(values.packages);
  const missing = arms
    .filter(isForeign)
    .map((arm) => missingOf(arm, packages))
    .find((told) => told !== undefined);
  if (missing !== undefined) return missing;
  for (const name of ["tasks", "steps", "max-tokens"] as const)
    if (!/^[1-9]\d*$/.test(values[name])) return `--${name} is a whole number from 1, not ${values[name]}.`;
  if (half !== undefined && half !== "tune" && half !== "judge") return `--half is tune or judge, not ${half}.`;
  const only = values.only?.split(",");
  const unknown = only?.find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined) return `There are no tasks of the kind ${unknown}: ${KINDS.join(", ")}.`;
  if (spawnSync("bwrap", ["--version"]).error !== undefined)
    return "Models run shell commands here, so bubblewrap has to hold them: apt-get install bubblewrap";
  return {
    ...{ baseUrl, model, arms: arms.filter(isArmName), count: Number(values.tasks) },
    ...(half !== undefined && { half }),
    ...(only !== undefined && { only }),
    maxSteps: Number(values.steps),
    maxTokens: Number(values["max-tokens"]),
    packages,
    folder: values.folder,
  };
}
