import { homedir } from "node:os";
import type { ApprovalDecision, ApprovalRequest, Approver, Tool } from "@toolwright/core";
import type { CommandPermissions } from "../permissions/command-permissions.ts";
import { messageOf } from "../text/message-of.ts";
import { printable } from "../text/printable.ts";
import { preview } from "../view/preview.ts";
import type { Terminal } from "./terminal.ts";

/** How much of what is to be approved is shown before a word on how much more there is. */
const SHOWN = { lines: 40, width: 4_000 };

/** Where a person can be asked. */
export interface Person {
  readonly terminal: Terminal;
  /** Ctrl-C at a question. */
  readonly stopRun: () => void;
}

/**
 * Asks the person at the terminal: yes, once; always, with the rules that are saved for it; or no, with a reason that the
 * model reads. Ctrl-C stops the run.
 */
export function askPerson({ terminal, stopRun }: Person, permissions: CommandPermissions): Approver {
  return {
    async approve(request, tool, signal) {
      const { approvalId } = request;
      showCall(request, terminal);
      const rules = await showGrounds(request, tool, { terminal, permissions });
      const answer = await askHow(terminal, { signal, offersAlways: rules.length > 0 });
      if (answer === "stop") stopRun();
      if (answer === "always") await save(rules, { terminal, permissions });
      if (answer === "yes" || answer === "always") return { approvalId, approve: true };
      return refusal(approvalId, answer === "no" ? await askReason(terminal, signal) : undefined);
    },
  };
}

function refusal(approvalId: string, reason: string | undefined): ApprovalDecision {
  return reason === undefined ? { approvalId, approve: false } : { approvalId, approve: false, reason };
}

/** Everything that will happen, in full where it fits: nobody should approve what they cannot see. */
function showCall({ toolName, arguments: args, reason }: ApprovalRequest, { screen }: Terminal): void {
  const { yellow, bold } = screen.styles;
  screen.line(`  ${yellow("?")} ${bold(`Run ${printable(toolName)}?`)} ${reason === undefined ? "" : oneLine(reason)}`);
  for (const [name, value] of Object.entries(args)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const [first = "", ...rest] = preview(text, SHOWN);
    screen.line(`    ${oneLine(name)}: ${first}`);
    for (const line of rest) screen.line(`      ${line}`);
  }
}

interface Asking {
  readonly terminal: Terminal;
  readonly permissions: CommandPermissions;
}

/** The rules that "always" would save, each on a line of its own, and why that is not enough where it is not. */
async function showGrounds(
  { arguments: args }: ApprovalRequest,
  tool: Tool,
  { terminal: { screen }, permissions }: Asking,
): Promise<readonly string[]> {
  const { verdict, remember, never } = await permissions.explain(tool, args);
  for (const rule of remember) screen.line(`    always allows: ${oneLine(rule)}`);
  if (verdict === "allow")
    screen.line(screen.styles.dim("    never saved: it asks by itself, whatever the rules say."));
  else if (never !== null) screen.line(screen.styles.dim(`    never saved: ${oneLine(never)}`));
  return remember;
}

async function save(rules: readonly string[], { terminal: { screen }, permissions }: Asking): Promise<void> {
  try {
    await permissions.remember(rules);
    screen.line(screen.styles.dim(`    saved in ${printable(fromHome(permissions.local))}`));
  } catch (thrown) {
    screen.line(screen.styles.red(`    not saved, allowed this once: ${printable(messageOf(thrown))}`));
  }
}

function fromHome(path: string): string {
  return path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
}

/** What a model chose must not look like a line of ours. */
function oneLine(text: string): string {
  return printable(text).replaceAll("\n", "\\n");
}

type Answered = "yes" | "always" | "no" | "stop";

const WORDS: Readonly<Record<string, Answered | undefined>> = Object.assign(Object.create(null), {
  y: "yes",
  yes: "yes",
  a: "always",
  always: "always",
  n: "no",
  no: "no",
});

async function askHow(
  terminal: Terminal,
  { signal, offersAlways }: { readonly signal: AbortSignal; readonly offersAlways: boolean },
): Promise<Answered> {
  const prompt = `    y = yes, once; ${offersAlways ? "a = always; " : ""}n = no > `;
  for (;;) {
    const answer = await terminal.ask({ prompt, signal });
    if (answer.kind !== "line") return "stop";
    const meant = WORDS[answer.text.trim().toLowerCase()];
    if (meant !== undefined && (meant !== "always" || offersAlways)) return meant;
  }
}

async function askReason(terminal: Terminal, signal: AbortSignal): Promise<string | undefined> {
  const answer = await terminal.ask({ prompt: "    Why not? (Enter alone stops the run) > ", signal });
  const reason = answer.kind === "line" ? answer.text.trim() : "";
  return reason === "" ? undefined : reason;
}
