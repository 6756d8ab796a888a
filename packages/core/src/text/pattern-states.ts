import type { PatternNode } from "./parse-pattern.ts";

/** One state of a matcher that follows all ways through a pattern at once. */
export type State =
  | { readonly kind: "match" }
  | { readonly kind: "split"; readonly to: State[] }
  | { readonly kind: "character"; readonly fits: (code: number) => boolean; readonly next: State }
  | { readonly kind: "assert"; readonly holds: (text: string, at: number) => boolean; readonly next: State };

/** The first state of a pattern; undefined when it would take more than `limit` states. */
export function buildStates(node: PatternNode, limit: number): State | undefined {
  const budget = { left: limit };
  const start = build(node, { kind: "match" }, budget);
  return budget.left < 0 ? undefined : start;
}

interface Budget {
  left: number;
}

/** Built from the end, so that every state knows what comes after it. */
function build(node: PatternNode, next: State, budget: Budget): State {
  budget.left -= 1;
  if (budget.left < 0) return next;
  switch (node.kind) {
    case "character":
      return { kind: "character", fits: node.fits, next };
    case "assert":
      return { kind: "assert", holds: node.holds, next };
    case "sequence":
      return node.parts.reduceRight((after, part) => build(part, after, budget), next);
    case "choice":
      return { kind: "split", to: node.options.map((option) => build(option, next, budget)) };
    case "repeat":
      return repeat(node, next, budget);
  }
}

function repeat(node: Extract<PatternNode, { kind: "repeat" }>, next: State, budget: Budget): State {
  let state = node.max === Number.POSITIVE_INFINITY ? loop(node.node, next, budget) : next;
  const optional = node.max === Number.POSITIVE_INFINITY ? 0 : node.max - node.min;
  for (let count = 0; count < optional && budget.left >= 0; count++) {
    state = { kind: "split", to: [next, build(node.node, state, budget)] };
  }
  for (let count = 0; count < node.min && budget.left >= 0; count++) state = build(node.node, state, budget);
  return state;
}

function loop(node: PatternNode, next: State, budget: Budget): State {
  const state: State = { kind: "split", to: [next] };
  state.to.push(build(node, state, budget));
  return state;
}
