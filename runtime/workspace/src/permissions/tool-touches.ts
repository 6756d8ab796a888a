import { ANYTHING, GatheredTouches, isInside, type LineContext, NOTHING, type Touches } from "@toolwright/shell-judge";
import type { JudgedCall } from "./judge-tool.ts";
import { toolFamily, toolPaths } from "./tool-paths.ts";

/** What a call of a tool would do that is no line of a shell. */
export function toolTouches(call: JudgedCall, cwd: string, context: LineContext): Touches {
  switch (toolFamily(call.tool)) {
    case "read":
    case "edit":
      return fileTouches(call, cwd, context);
    case "web":
      return { ...NOTHING, sends: [String(call.args.url)] };
    // The calls of a sub-agent are judged one by one.
    case "agent":
    case "harmless":
      return NOTHING;
    default:
      // As those of a program are.
      if (call.onlyCalls) return NOTHING;
      return isBelieved(call) ? { ...NOTHING, sends: [call.tool], outside: true } : ANYTHING;
  }
}

/** What the tool of a program says that it does; a server may say anything. */
function isBelieved({ tool, effects, origin }: JudgedCall): boolean {
  return effects === "read" && origin === undefined && !tool.startsWith("mcp__");
}

/** The editing tools keep what they change inside the workspace, where anything is kept. */
function fileTouches({ tool, args }: JudgedCall, cwd: string, { paths, keepsChanges = false }: LineContext): Touches {
  const uses = toolPaths(tool, args);
  if (uses === undefined) return ANYTHING;
  const gathered = new GatheredTouches(paths, (path) => keepsChanges !== false && isInside(path, paths.anchors.root));
  gathered.paths(uses, [cwd]);
  if (tool !== "read" && toolFamily(tool) === "read") gathered.mark("wide");
  return gathered.touches;
}
