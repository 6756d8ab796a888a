import type { InputRequests } from "@modelcontextprotocol/server";
import {
  ActivityStream,
  type ApprovalRequest,
  type Approver,
  type JsonObject,
  type Logger,
  override,
  type SettledCall,
  type Tool,
  ToolRunner,
} from "@toolwright/core";
import type { Client } from "../mcp-server.port.ts";
import type { CallServices } from "./call-services.ts";
import { type CallOverMcp, mcpCaller, withoutQuestions } from "./caller.ts";
import type { InsideQuestions } from "./inside-questions.ts";

/** A call, once from its beginning. */
export interface Attempt {
  readonly shared: CallServices;
  readonly client: Client;
  readonly name: string;
  readonly args: JsonObject;
  readonly caller: CallOverMcp;
  /** What the client's person has said to this call; undefined for nothing yet. */
  readonly answer: boolean | undefined;
  readonly activity?: ActivityStream | undefined;
  /** Where calls inside a tool that replays may ask. Default: each is refused. */
  readonly inside?: InsideQuestions;
  readonly signal: AbortSignal;
}

/** A question whether a call may run, and the tool that it is about. */
export interface AskedApproval {
  readonly request: ApprovalRequest;
  readonly tool: Tool;
}

/** The call came to something. */
export interface Done {
  readonly kind: "done";
  readonly settled: SettledCall;
}

/** Something has to be asked; the call begins anew with the answers. */
export interface Asks {
  readonly kind: "asks";
  /** What the tool asks; undefined where only an approval is missing. */
  readonly requests: InputRequests | undefined;
  /** The question of the policy, asked now or answered before. */
  readonly approval: AskedApproval | undefined;
  /** How the call ends where nobody can be asked. */
  readonly settled: SettledCall;
}

/** The call has returned, and its work goes on. */
export interface GoesOn {
  readonly kind: "goes on";
  readonly late: Promise<Done | Asks>;
}

const INSIDE =
  "A client is asked about its own calls alone, and this one is inside another: a rule on the server may allow it.";

/** Runs a call. Never rejects. */
export async function attempt({ shared, client, name, args, caller, ...how }: Attempt): Promise<Done | Asks | GoesOn> {
  const { registry, options, outputCache, ownerOf } = shared;
  const id = crypto.randomUUID();
  // Such a call never begins anew: nothing but its program knows what it has done by then.
  const isProgram = registry.get(name)?.spec.replays === true;
  const inside = isProgram ? how.inside : undefined;
  const asking = new Asking(id, how.answer, inside);
  let tellLate: ((late: SettledCall) => void) | undefined;
  const late = new Promise<SettledCall>((resolve) => {
    tellLate = resolve;
  });
  const runner = new ToolRunner({
    ...options.runner,
    registry,
    conversation: ownerOf(client.owner),
    approver: options.runner?.approver ?? asking,
    outputCache,
    cacheTools: false,
    overrides: new Map([
      ...(options.runner?.overrides ?? []),
      override(mcpCaller, () => (isProgram ? withoutQuestions(caller) : caller)),
    ]),
    onAsyncResult: (call) => tellLate?.(call),
    logger: loggerWhile(shared.logger, () => caller.asked !== undefined || asking.isOpen),
    activity: inside === undefined ? how.activity : withLines(how.activity, inside),
  });
  const settled = await runner.exec({ id, name, arguments: args }, { signal: how.signal });
  const end = endOf(settled, caller, asking);
  if (end.kind === "asks" || !settled.result.async) return end;
  return { kind: "goes on", late: late.then((call) => endOf(call, caller, asking)) };
}

/** What a client is told, and where a program has made its calls. */
function withLines(activity: ActivityStream = new ActivityStream(), inside: InsideQuestions): ActivityStream {
  activity.subscribe("tool_call_start", ({ data: { toolCallId, line } }) => {
    if (line !== undefined) inside.madeAt(toolCallId, line);
  });
  return activity;
}

/** A tool that could do without the answer has not failed. */
function endOf(settled: SettledCall, caller: CallOverMcp, { asked, isOpen }: Asking): Done | Asks {
  const requests = settled.result.isError ? caller.asked : undefined;
  if (requests === undefined && !isOpen) return { kind: "done", settled };
  return { kind: "asks", requests, approval: asked, settled };
}

/** A call that only waits for an answer has not failed: nobody needs to read of it. */
function loggerWhile(logger: Logger, waits: () => boolean): Logger {
  const unlessWaiting = (level: "warn" | "error") => (message: string, fields?: object) =>
    logger[waits() ? "debug" : level](message, fields);
  return {
    debug: (message, fields) => logger.debug(message, fields),
    info: (message, fields) => logger.info(message, fields),
    warn: unlessWaiting("warn"),
    error: unlessWaiting("error"),
  };
}

/**
 * Answers with what the client's person said; before that, with a no that only notes the question. A call inside the
 * call is asked about where that one is held meanwhile. Else it would begin anew, and who knows what it calls then?
 */
class Asking implements Approver {
  readonly #toolCallId: string;
  readonly #answer: boolean | undefined;
  readonly #inside: InsideQuestions | undefined;
  asked: AskedApproval | undefined;

  constructor(toolCallId: string, answer: boolean | undefined, inside: InsideQuestions | undefined) {
    this.#toolCallId = toolCallId;
    this.#answer = answer;
    this.#inside = inside;
  }

  /** A question was asked that nobody has answered. */
  get isOpen(): boolean {
    return this.asked !== undefined && this.#answer === undefined;
  }

  async approve(request: ApprovalRequest, tool: Tool, signal: AbortSignal) {
    const { approvalId, toolCallId } = request;
    const isInside = toolCallId !== this.#toolCallId;
    if (isInside && this.#inside !== undefined) return this.#inside.ask(request, signal);
    if (isInside) return { approvalId, approve: false, reason: INSIDE } as const;
    this.asked = { request, tool };
    if (this.#answer === true) return { approvalId, approve: true } as const;
    const reason = this.#answer === undefined ? "Nobody has been asked yet." : "The person said no.";
    return { approvalId, approve: false, reason } as const;
  }
}
