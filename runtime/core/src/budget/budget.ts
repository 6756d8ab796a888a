import { costOf } from "../model/cost-of.ts";
import type { ModelPrice, Usage } from "../model/model-port.ts";
import { checkOptions, type OptionRules } from "../options/check-options.ts";
import { WorkClock } from "./work-clock.ts";

/** What may be spent. Without a limit of a kind, that kind has none. */
export interface BudgetLimits {
  /** US dollars. Needs models whose price is known: `withPrices`. */
  readonly maxCostUsd?: number;
  /** Tokens that models read and write, those from a provider's cache included. */
  readonly maxTokens?: number;
  /** Seconds of work. The time in which a person is waited for does not count. */
  readonly maxSeconds?: number;
}

/** A budget for several runs: those of a conversation, or an agent with its sub-agents. */
export interface Budget {
  readonly limits: BudgetLimits;
  /** Spent so far. */
  readonly spent: { readonly costUsd: number; readonly tokens: number; readonly seconds: number };
}

/** Throws a `TypeError` for a limit that is none. `spent`: what earlier runs have used, such as the sum of a thread. */
export function createBudget(limits: BudgetLimits, spent?: Usage): Budget {
  checkLimits(limits);
  const budget = new Ledger(limits);
  if (spent !== undefined) budget.spend(spent);
  return budget;
}

/** The account of what was given: runs that are given the same budget share it. Throws as {@link createBudget} does. */
export function ledgerOf(given: Budget | BudgetLimits): Ledger {
  if (given instanceof Ledger) return given;
  checkLimits(given);
  return new Ledger(given);
}

function checkLimits(limits: unknown): asserts limits is BudgetLimits {
  checkOptions<BudgetLimits>(limits, { of: "A budget", rules: LIMITS, otherNames });
}

const aLimit = (form: string) => ({
  form,
  fits: (value: unknown) => typeof value === "number" && value >= 0,
});

const LIMITS: OptionRules<BudgetLimits> = {
  maxCostUsd: aLimit("US dollars from 0, such as 0.5"),
  maxTokens: aLimit("a number of tokens from 0"),
  maxSeconds: aLimit("a number of seconds from 0"),
};

const otherNames = {
  maxCost: "maxCostUsd",
  maxUsd: "maxCostUsd",
  maxBudgetUsd: "maxCostUsd",
  maxTotalTokens: "maxTokens",
  timeoutMs: "maxSeconds",
  maxDurationMs: "maxSeconds",
};

/** What a model call takes, as far as that is known before it is made. */
export interface Amount {
  readonly tokens: number;
  readonly costUsd: number;
}

/** The run that has used something: a price counts where its usage names no cost. */
interface Spender {
  readonly runId: string;
  readonly config: { readonly model: { readonly price?: ModelPrice } };
}

const NOTHING: Amount = { tokens: 0, costUsd: 0 };
/** A person hears of it when so much is spent. */
const LOW = 0.8;

/** The account behind a {@link Budget}: what is spent, and what calls under way have reserved. */
export class Ledger implements Budget {
  readonly limits: BudgetLimits;
  readonly clock: WorkClock;
  #spent = NOTHING;
  #reserved = NOTHING;
  #isLowTold = false;
  /** What the answers of runs that are open have taken, by the ids of the runs. */
  readonly #ofRuns = new Map<string, Amount>();
  readonly #waiting = new Set<() => void>();

  constructor(limits: BudgetLimits, clock = new WorkClock()) {
    this.limits = limits;
    this.clock = clock;
  }

  get spent(): Budget["spent"] {
    return { ...this.#spent, seconds: this.clock.seconds };
  }

  /** Whether the amount fits beside what is spent, and what others have reserved. Reserved until it is freed. */
  reserve(amount: Amount): boolean {
    const taken = sum(sum(this.#spent, this.#reserved), amount);
    if (!this.#allows(taken)) return false;
    this.#reserved = sum(this.#reserved, amount);
    return true;
  }

  /** Whether the amount may fit later: calls under way have reserved more than they may take. */
  mayFitLater(amount: Amount): boolean {
    return this.#reserved.tokens > 0 && this.#allows(sum(this.#spent, amount));
  }

  /** Settles when a call under way has ended. */
  nextFreed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  free({ tokens, costUsd }: Amount): void {
    this.#reserved = sum(this.#reserved, { tokens: -tokens, costUsd: -costUsd });
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  /** `isCounted`: it is spent already, by a run inside this one. */
  spend(usage: Usage, by?: Spender, isCounted = false): void {
    const amount = amountOf(usage, by?.config.model.price);
    if (!isCounted) this.#spent = sum(this.#spent, amount);
    if (by !== undefined) this.#ofRuns.set(by.runId, sum(this.#ofRuns.get(by.runId) ?? NOTHING, amount));
  }

  /**
   * Spends what a run that is resumed has used before: only what this account does not know of, as it may be the one
   * on which the run began.
   */
  recall(usage: Usage, { runId, config: { model } }: Spender): void {
    const used = amountOf(usage, model.price);
    const known = this.#ofRuns.get(runId) ?? NOTHING;
    const tokens = Math.max(0, used.tokens - known.tokens);
    const missing = { tokens, costUsd: Math.max(0, used.costUsd - known.costUsd) };
    this.#spent = sum(this.#spent, missing);
    this.#ofRuns.set(runId, sum(known, missing));
  }

  /** A run has ended: nobody resumes it. */
  forget(runId: string): void {
    this.#ofRuns.delete(runId);
  }

  /** Once, as soon as four fifths of a limit are spent: in words for people. */
  lowNote(): string | undefined {
    const share = this.#shares().find(({ spent, limit }) => spent >= limit * LOW);
    if (this.#isLowTold || share === undefined) return undefined;
    this.#isLowTold = true;
    return `The budget is nearly spent: ${share.words}.`;
  }

  /** What stands in the way of a call, in words for people. */
  whyNot(amount: Amount): string {
    const [share] = this.#shares({ ...amount, seconds: 0 }).filter(({ spent, limit }) => spent > limit);
    const words = (share ?? this.#shares().at(-1))?.words ?? "";
    return `The next model call does not fit the budget: ${words}.`;
  }

  #allows({ tokens, costUsd }: Amount): boolean {
    const { maxTokens = Infinity, maxCostUsd = Infinity, maxSeconds = Infinity } = this.limits;
    return tokens <= maxTokens && costUsd <= maxCostUsd + ROUNDING && this.clock.seconds < maxSeconds;
  }

  /** Of each limit: what is spent of it with what would come, and what is spent in words. */
  #shares(coming = { ...NOTHING, seconds: 0 }): readonly Share[] {
    const { maxCostUsd, maxTokens, maxSeconds } = this.limits;
    const { costUsd, tokens, seconds } = this.spent;
    const share = (limit: number | undefined, now: number, next: number, words: (limit: number) => string) =>
      limit === undefined ? [] : [{ spent: now + next, limit, words: words(limit) }];
    return [
      ...share(maxCostUsd, costUsd, coming.costUsd, (most) => `$${rounded(costUsd)} of $${most} are spent`),
      ...share(maxTokens, tokens, coming.tokens, (most) => `${counted(tokens)} of ${counted(most)} tokens are spent`),
      ...share(maxSeconds, seconds, coming.seconds, (most) => `${Math.round(seconds)} of ${most} seconds have passed`),
    ];
  }
}

interface Share {
  readonly spent: number;
  readonly limit: number;
  readonly words: string;
}

/** Less than a millionth of a cent is what adding up costs in another order comes to. */
const ROUNDING = 1e-8;

function amountOf(usage: Usage, price: ModelPrice | undefined): Amount {
  const costUsd = usage.costUsd ?? (price === undefined ? 0 : costOf(usage, price));
  return { tokens: usage.inputTokens + usage.outputTokens, costUsd };
}

function sum(one: Amount, other: Amount): Amount {
  return { tokens: one.tokens + other.tokens, costUsd: one.costUsd + other.costUsd };
}

function rounded(dollars: number): string {
  return dollars.toFixed(dollars < 0.1 ? 4 : 2);
}

function counted(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
