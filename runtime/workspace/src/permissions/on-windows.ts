import { ANYTHING, type Finding, guard } from "@toolwright/shell-judge";
import type { JudgedCall, JudgedTool } from "./judge-tool.ts";
import { toolFamily, toolPaths } from "./tool-paths.ts";

/**
 * What was judged of a call, as it holds on Windows. Lines and paths are judged as Linux and macOS read them: there, no
 * line is known, whichever shell reads it, and only a plain name below the workspace is the file that it is judged as.
 */
export function onWindows(call: JudgedCall, judged: JudgedTool): JudgedTool {
  const family = toolFamily(call.tool);
  if (family === "bash") return { findings: [...judged.findings, LINE], touches: ANYTHING };
  if ((family !== "read" && family !== "edit") || isPlain(call)) return judged;
  const finding = guard(`On Windows ${call.tool} may open other files than these names say.`);
  return { findings: [...judged.findings, finding], touches: ANYTHING };
}

const LINE: Finding = guard("On Windows a line is not read as it is judged here: PowerShell and cmd have other words.");

/** Every path has the same meaning there. A search has none where its pattern names places. */
function isPlain({ tool, args }: JudgedCall): boolean {
  const words = toolPaths(tool, args)?.map(({ word }) => word.value) ?? [""];
  const pattern = tool === "glob" ? [String(args.pattern)] : [];
  return [...words, ...pattern].every(isPlainPath);
}

/** No drive, no stream, no other separator, no short name, no device, and nothing that Windows cuts off at an end. */
function isPlainPath(path: string): boolean {
  if (path === "" || /[\\:"<>|~\p{Cc}]|^\//u.test(path)) return false;
  return path
    .split("/")
    .every(
      (part) =>
        /^\.{1,2}$/.test(part) ||
        !/[. ]$|^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i.test(part),
    );
}
