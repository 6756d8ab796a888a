export type { StrictProblem } from "./strict-problem.ts";
export type { StrictProvider } from "./strict-provider.ts";
export { type StrictDefinition, toStrictDefinition } from "./to-strict-definition.ts";
export { withStrictTools } from "./with-strict-tools.ts";
