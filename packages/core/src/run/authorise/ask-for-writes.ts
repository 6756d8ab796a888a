import type { Policy } from "./policy.ts";

/** Reads may run; a tool that writes, reaches outside, or does not say what it does asks first. */
export const askForWrites: Policy = {
  decide({ name, effects }) {
    if (effects.kind === "read") return { verdict: "allow" };
    return { verdict: "ask", reason: `${name} ${WHY[effects.kind ?? "undeclared"]}.` };
  },
};

const WHY = {
  write: "may change files or other state here",
  external: "may change things outside this folder",
  undeclared: "does not declare what it may change",
} as const;
