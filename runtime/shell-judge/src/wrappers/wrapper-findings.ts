import { type Finding, guard } from "../verdict/finding.ts";
import type { Wrapped } from "./wrappers.ts";

/** What asks about a program that runs another one, beside what is asked about that one. */
export function wrapperFindings(name: string, { kind, understood, payloads }: Wrapped): readonly Finding[] {
  if (payloads.length === 0) return [guard(ALONE[name] ?? `${name} is called without a command.`)];
  if (kind === "executing") return [guard(`${name} runs another command; no rule allows it.`)];
  return understood ? [] : [guard(`${name} could run another command than it seems to.`)];
}

const ALONE: Readonly<Record<string, string | undefined>> = {
  env: "env shows the environment, which may hold secrets.",
};
