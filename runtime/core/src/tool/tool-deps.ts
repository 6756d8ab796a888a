/**
 * The types of `ctx.deps`, as a program declares them once: `declare module "@toolwright/core" { interface ToolDeps {
 * db: Database } }`. What is not declared is `unknown`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: programs add to it
export interface ToolDeps {}
