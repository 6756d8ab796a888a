import type { ServerContext } from "@modelcontextprotocol/server";
import { ActivityStream } from "@toolwright/core";
import { present } from "@toolwright/core/internal";

/**
 * What a client is told while a call runs, where it asked to be: how far it is, and its live output. The numbers always
 * grow.
 */
export class Progress {
  readonly #token: string | number;
  readonly #notify: ServerContext["mcpReq"]["notify"];
  #last = Number.NEGATIVE_INFINITY;
  #total: number | undefined;

  private constructor(token: string | number, notify: ServerContext["mcpReq"]["notify"]) {
    this.#token = token;
    this.#notify = notify;
  }

  /** Undefined where the client has not asked. */
  static of({ mcpReq }: ServerContext): Progress | undefined {
    const token = mcpReq._meta?.progressToken;
    return token === undefined ? undefined : new Progress(token, mcpReq.notify);
  }

  at({
    progress,
    total,
    message,
  }: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }): void {
    if (!(progress > this.#last)) return;
    this.#last = progress;
    this.#total = total;
    const params = { progressToken: this.#token, progress, ...present({ total, message }) };
    void this.#notify({ method: "notifications/progress", params }).catch(() => undefined);
  }

  /** Live output counts as a step, or, beside numbers that the tool itself gives, as nearly none. */
  output(message: string): void {
    const step = this.#total === undefined ? 1 : 1e-6;
    this.at({ progress: Math.max(0, this.#last) + step, ...present({ total: this.#total }), message });
  }
}

/** A stream that hands live output on; nobody else listens to it. */
export function activityTo(progress: Progress | undefined): ActivityStream | undefined {
  if (progress === undefined) return undefined;
  const activity = new ActivityStream();
  activity.subscribe("tool_output_chunk", ({ data }) => progress.output(data.chunk));
  return activity;
}
