import type { ApprovalDecision, ApprovalRequest, Approver } from "@toolwright/core";
import { printable } from "../text/printable.ts";
import { preview } from "../view/preview.ts";
import type { Terminal } from "./terminal.ts";

/** How much of what is to be approved is shown before a word on how much more there is. */
const SHOWN = { lines: 40, width: 4_000 };

/** Asks the person at the terminal: yes, once; or no, with a reason that the model reads. Ctrl-C stops the run. */
export function askPerson(terminal: Terminal, stopRun: () => void): Approver {
  return {
    async approve(request, _tool, signal) {
      show(request, terminal);
      const { approvalId } = request;
      const yes = await askYesOrNo(terminal, signal);
      if (yes === "stop") stopRun();
      if (yes === "yes") return { approvalId, approve: true };
      return yes === "no" ? refusal(approvalId, await askReason(terminal, signal)) : refusal(approvalId, undefined);
    },
  };
}

function refusal(approvalId: string, reason: string | undefined): ApprovalDecision {
  return reason === undefined ? { approvalId, approve: false } : { approvalId, approve: false, reason };
}

/** Everything that will happen, in full where it fits: nobody should approve what they cannot see. */
function show({ toolName, arguments: args, reason }: ApprovalRequest, { screen }: Terminal): void {
  const { yellow, bold } = screen.styles;
  screen.line(
    `  ${yellow("?")} ${bold(`Run ${printable(toolName)}?`)} ${reason === undefined ? "" : printable(reason)}`,
  );
  for (const [name, value] of Object.entries(args)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const [first = "", ...rest] = preview(text, SHOWN);
    screen.line(`    ${name}: ${first}`);
    for (const line of rest) screen.line(`      ${line}`);
  }
}

async function askYesOrNo(terminal: Terminal, signal: AbortSignal): Promise<"yes" | "no" | "stop"> {
  for (;;) {
    const answer = await terminal.ask({ prompt: "    y = yes, once; n = no > ", signal });
    if (answer.kind !== "line") return "stop";
    const word = answer.text.trim().toLowerCase();
    if (word === "y" || word === "yes") return "yes";
    if (word === "n" || word === "no") return "no";
  }
}

async function askReason(terminal: Terminal, signal: AbortSignal): Promise<string | undefined> {
  const answer = await terminal.ask({ prompt: "    Why not? (Enter alone stops the run) > ", signal });
  const reason = answer.kind === "line" ? answer.text.trim() : "";
  return reason === "" ? undefined : reason;
}
