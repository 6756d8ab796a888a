import type { EventData, JournalEvent, Usage } from "@toolwright/core";
import { StoreError } from "@toolwright/store";
import { within } from "./within.ts";

type Labels = Readonly<Record<string, string>>;

interface Series {
  readonly labels: Labels;
  value: number;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly series: readonly Series[];
}

/** A number that is looked up when somebody asks; left out where that fails, or takes too long. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | Promise<number>;
}

/** Label values are bounded by what the server itself knows, so that no model can fill the memory. */
const MAX_SERIES = 200;

/** What the server has done, as Prometheus reads it. */
export class Metrics {
  readonly #counters = new Map<string, { readonly help: string; readonly series: Map<string, Series> }>();
  readonly #gauges: readonly Gauge[];
  readonly #isTool: (name: string) => boolean;

  /** `isTool`: names that stand for themselves; a model may ask for any other. */
  constructor(options: { readonly gauges: readonly Gauge[]; readonly isTool: (name: string) => boolean }) {
    this.#gauges = options.gauges;
    this.#isTool = options.isTool;
    // What alerts go by is there before it has happened.
    for (const counter of [APPENDS, APPEND_SECONDS, LEASES_LOST, TAKEOVERS]) this.count(counter, {}, 0);
    for (const { name, help } of [STORE_ERRORS, RUNS, CALLS, REQUESTS])
      this.#counters.set(name, { help, series: new Map() });
  }

  /** Counts one event of a run. */
  readonly onEvent = (event: JournalEvent): void => {
    if (event.type === "tool_call_end") {
      const { toolName, result, durationMs } = event.data;
      const tool = this.#isTool(toolName) ? toolName : "other";
      this.count(CALLS, { tool, code: result.isError ? (result.error?.code ?? "execution_failed") : "ok" });
      this.count(SECONDS, { tool }, durationMs / 1000);
    } else if (event.type === "done") {
      this.count(RUNS, { stop_reason: event.data.stopReason });
      this.onUsage(event.data.usage);
    } else if (event.type === "async_result" && event.data.usage !== undefined) {
      this.onUsage(event.data.usage);
    } else if (event.type === "assistant_message" && event.data.firstTokenMs !== undefined) {
      this.count(ANSWERS, {});
      this.count(FIRST_TOKEN, {}, event.data.firstTokenMs / 1000);
    } else if (event.type === "approval_decision") {
      this.#countAnswer(event.data);
    }
  };

  /** An answer that allows several calls is one. */
  #countAnswer({ allowedBy, ignored, approve }: EventData["approval_decision"]): void {
    if (allowedBy === undefined) this.count(DECISIONS, { outcome: ignored ?? (approve ? "approved" : "refused") });
  }

  readonly onUsage = ({ inputTokens, outputTokens }: Usage): void => {
    this.count(TOKENS, { kind: "input" }, inputTokens);
    this.count(TOKENS, { kind: "output" }, outputTokens);
  };

  /** An event was stored, after so many milliseconds. */
  onAppend(ms: number): void {
    this.count(APPENDS, {});
    this.count(APPEND_SECONDS, {}, ms / 1000);
  }

  /** The store, or whoever was to ask it, has failed. */
  onStoreError(error: unknown): void {
    this.count(STORE_ERRORS, { code: StoreError.isInstance(error) ? error.code : "other" });
  }

  /** Another process has taken a conversation whose run was under way here. */
  onLeaseLost(): void {
    this.count(LEASES_LOST, {});
  }

  /** A run goes on here that another process, or an earlier one, had begun. */
  onTakeover(): void {
    this.count(TAKEOVERS, {});
  }

  /** What a person thinks of an answer. */
  onRating(thumb: "up" | "down"): void {
    this.count(RATINGS, { thumb });
  }

  /** One answered request. */
  onResponse(route: string, status: number): void {
    this.count(REQUESTS, { route, status: String(status) });
  }

  /** The labels of a counter have the same names every time, in one order. */
  count({ name, help }: Counter, labels: Labels, by = 1): void {
    const { series } = this.#counters.get(name) ?? { series: new Map<string, Series>() };
    const key = Object.values(labels).join("\0");
    const known = series.get(key);
    if (known !== undefined) known.value += by;
    else if (series.size < MAX_SERIES)
      this.#counters.set(name, { help, series: series.set(key, { labels, value: by }) });
  }

  /** The text exposition format of Prometheus, version 0.0.4. */
  async text(): Promise<string> {
    const gauges = await Promise.all(this.#gauges.map(asRead));
    const counters = [...this.#counters].map(([name, { help, series }]): Family => {
      return { name, help, type: "counter", series: [...series.values()] };
    });
    return [...gauges, ...counters].map(familyText).join("");
  }
}

/** Milliseconds that a number may take which the store knows. */
const PATIENCE_MS = 1_000;

async function asRead({ name, help, read }: Gauge): Promise<Family> {
  const value = await within(PATIENCE_MS, async () => read());
  return { name, help, type: "gauge", series: value === undefined ? [] : [{ labels: {}, value }] };
}

interface Counter {
  readonly name: string;
  readonly help: string;
}

const RUNS: Counter = { name: "toolwright_runs_total", help: "Runs that have ended." };
const CALLS: Counter = { name: "toolwright_tool_calls_total", help: "Tool calls that have ended." };
const SECONDS: Counter = { name: "toolwright_tool_seconds_total", help: "Seconds spent inside tools." };
const TOKENS: Counter = { name: "toolwright_tokens_total", help: "Tokens that providers have counted." };
const ANSWERS: Counter = { name: "toolwright_streamed_answers_total", help: "Answers of models that streamed in." };
const FIRST_TOKEN: Counter = {
  name: "toolwright_first_token_seconds_total",
  help: "Seconds until the first token of those answers.",
};
const APPENDS: Counter = { name: "toolwright_store_appends_total", help: "Events that were stored." };
const APPEND_SECONDS: Counter = {
  name: "toolwright_store_append_seconds_total",
  help: "Seconds until those events were committed.",
};
const STORE_ERRORS: Counter = {
  name: "toolwright_store_errors_total",
  help: "What the store refused or failed to do.",
};
const LEASES_LOST: Counter = {
  name: "toolwright_leases_lost_total",
  help: "Conversations that another process took while a run went on here.",
};
const TAKEOVERS: Counter = {
  name: "toolwright_takeovers_total",
  help: "Runs that went on here after another process had begun them.",
};
const RATINGS: Counter = { name: "toolwright_ratings_total", help: "Thumbs that people gave to answers." };
const DECISIONS: Counter = { name: "toolwright_approval_decisions_total", help: "Answers to approvals." };
const REQUESTS: Counter = { name: "toolwright_http_requests_total", help: "Requests that were answered." };

function familyText({ name, help, type, series }: Family): string {
  const lines = series.map(({ labels, value }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
