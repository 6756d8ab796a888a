import type { JsonObject, Policy, Reach, Tool, Verdict } from "@toolwright/core";
import { aCount, aFunction, checkOptions, oneOf } from "@toolwright/core/internal";
import type { Touches } from "@toolwright/shell-judge";
import type { Assessment, Permissions } from "../permissions/create-permissions.ts";

/** What a reviewer is told of a call that a person would be asked about: facts of the judge, never the call itself. */
export interface ReviewFacts
  extends Pick<Touches, "reads" | "writes" | "deletes" | "sends" | "runs" | "links">,
    Readonly<{
      tool: string;
      reach: Reach;
      /** The last words of the person. They may quote a page or a file of somebody else: they are data. */
      request: string;
    }> {}

/** The answer to a review; with a reason or without. */
export type Review = "allow" | "ask" | { readonly verdict: "allow" | "ask"; readonly reason?: string };

/** Says of a question that is left whether a person has to be asked: a model, or a program. */
export type Reviewer = (facts: ReviewFacts, signal: AbortSignal) => Review | Promise<Review>;

/** Who reviews, and how far. */
export interface ReviewOptions {
  readonly reviewer: Reviewer;
  /** The farthest reach of a call that it may allow. */
  readonly reach: "file" | "folder";
  /** Milliseconds until a person is asked without it. Default: 10,000. */
  readonly deadlineMs?: number;
}

/**
 * The policy of one run, in which a reviewer answers before a person does. It may turn an ask into an allowance, inside
 * its reach, where nothing but a rule is missing, nothing is sent and all can be undone; it lifts no denial. Three
 * doubts in a row, or twenty in all, end its service.
 */
export function withReviewer(
  permissions: Pick<Permissions, "policy" | "assess">,
  options: ReviewOptions,
  request: string,
): Policy {
  checkReviewOptions("withReviewer", options);
  const desk = new ReviewDesk(options);
  return {
    ...permissions.policy,
    async decide(tool, args) {
      const assessed = await permissions.assess(tool, args);
      const { verdict } = assessed;
      if (!mayReview(assessed, options.reach)) return verdict;
      const review = await desk.review(factsOf(tool, assessed, request), args);
      if (review === undefined) return verdict;
      return review.verdict === "ask" ? { ...verdict, review } : { ...verdict, verdict: "allow", review };
    },
  };
}

/** Throws a `TypeError` for an option that does not exist or cannot be. */
export function checkReviewOptions(of: string, options: ReviewOptions): void {
  checkOptions<ReviewOptions>(options, {
    of,
    rules: { reviewer: aFunction, reach: oneOf("file", "folder"), deadlineMs: aCount(1) },
    needed: ["reviewer", "reach"],
  });
}

const DISTANCE = { none: 0, file: 1, folder: 2, machine: 3 } as const;

/** Whether the question is one that a reviewer may answer at all. */
function mayReview({ verdict, lacksRule }: Assessment, bound: "file" | "folder"): boolean {
  const { reach } = verdict;
  if (verdict.verdict !== "ask" || !lacksRule) return false;
  return reach.undo && !reach.network && DISTANCE[reach.files] <= DISTANCE[bound];
}

function factsOf({ name }: Tool, { touches, verdict }: Assessment, request: string): ReviewFacts {
  const { reads, writes, deletes, sends, runs, links } = touches;
  return { tool: name, reads, writes, deletes, sends, runs, links, reach: verdict.reach, request };
}

const DEADLINE_MS = 10_000;
const MAX_DOUBTS_IN_A_ROW = 3;
const MAX_DOUBTS = 20;
/** Characters of a reason that are told. */
const MAX_REASON = 500;
/** So many answers are remembered. */
const MAX_KNOWN = 100;

type Given = NonNullable<Verdict["review"]>;

/** The reviewer at work in one run. */
class ReviewDesk {
  readonly #options: ReviewOptions;
  /** The same call with the same facts is not reviewed twice: a call may be looked at before it is made. */
  readonly #known = new Map<string, Given>();
  #doubts = 0;
  #inARow = 0;

  constructor(options: ReviewOptions) {
    this.#options = options;
  }

  /** Undefined: it is not asked any more. */
  async review(facts: ReviewFacts, args: JsonObject): Promise<Given | undefined> {
    const key = JSON.stringify([facts, args]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#inARow >= MAX_DOUBTS_IN_A_ROW || this.#doubts >= MAX_DOUBTS) return undefined;
    const given = await this.#ask(facts);
    const review = given.verdict === "allow" ? given : { ...given, reason: given.reason + this.#doubt() };
    if (given.verdict === "allow") this.#inARow = 0;
    if (this.#known.size < MAX_KNOWN) this.#known.set(key, review);
    return review;
  }

  /** Counts one, and says what follows from it. */
  #doubt(): string {
    this.#doubts++;
    this.#inARow++;
    const ends = this.#inARow >= MAX_DOUBTS_IN_A_ROW || this.#doubts >= MAX_DOUBTS;
    return ends ? " It is not asked again in this run." : "";
  }

  /** A reviewer that fails, is late or answers something else doubts. */
  async #ask(facts: ReviewFacts): Promise<Given> {
    const { reviewer, deadlineMs = DEADLINE_MS } = this.#options;
    const deadline = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Given>((resolve) => {
      timer = setTimeout(() => resolve(doubt(`The reviewer did not answer within ${deadlineMs} ms.`)), deadlineMs);
    });
    try {
      const answered = Promise.resolve(reviewer(structuredClone(facts), deadline.signal)).then(readReview);
      return await Promise.race([answered, late]);
    } catch {
      return doubt("The reviewer failed.");
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  }
}

function doubt(reason: string): Given {
  return { verdict: "ask", reason };
}

/** Only a clear "allow" allows. */
function readReview(given: unknown): Given {
  const verdict: unknown = typeof given === "string" ? given : Reflect.get(Object(given), "verdict");
  const reason: unknown = Reflect.get(Object(given), "reason");
  const said = typeof reason === "string" ? reason.slice(0, MAX_REASON) : undefined;
  if (verdict === "allow") return { verdict, reason: said ?? "The reviewer allowed it." };
  if (verdict === "ask") return doubt(said ?? "The reviewer left it to a person.");
  return doubt("The reviewer answered neither allow nor ask.");
}
