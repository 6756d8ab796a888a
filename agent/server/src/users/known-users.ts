import { OpenStreams } from "../guard/open-streams.ts";
import { TokenBucket } from "../guard/token-bucket.ts";
import type { ServerLimits } from "../limits.ts";
import type { Principal, SignedIn } from "./principal.ts";

/** Users that are kept in mind: those whose requests came last. */
const KEPT = 10_000;

/** What this process keeps of a user. */
export interface KnownUser {
  readonly requests: TokenBucket;
  readonly streams: OpenStreams;
  /** What the newest request brought for the tools of the user. */
  deps: Principal["deps"];
}

/** The users whose requests came here: what each may still do, and what their runs are given. */
export class KnownUsers {
  readonly #limits: ServerLimits;
  readonly #allStreams: OpenStreams;
  readonly #users = new Map<string, KnownUser>();
  /** Runs under way here that users have begun. */
  readonly #runs = new Map<string, number>();

  constructor(limits: ServerLimits, allStreams: OpenStreams) {
    this.#limits = limits;
    this.#allStreams = allStreams;
  }

  /** One whose request has come. */
  meet({ owner, deps }: Pick<SignedIn, "owner" | "deps">): KnownUser {
    const { requestBurst: burst, requestsPerSecond: perSecond, userStreams } = this.#limits;
    const known = this.#users.get(owner) ?? {
      requests: new TokenBucket({ burst, perSecond }),
      streams: new OpenStreams(userStreams, this.#allStreams),
      deps,
    };
    known.deps = deps;
    this.#users.delete(owner);
    this.#users.set(owner, known);
    this.#forgetOldest();
    return known;
  }

  /** What the runs of a user are given; undefined where no request of theirs has brought it here. */
  depsOf(owner: string): Principal["deps"] {
    return this.#users.get(owner)?.deps;
  }

  /** Counts a run of a user. Gives what ends the counting; undefined where they have too many. */
  beginRun(owner: string): (() => void) | undefined {
    const running = this.#runs.get(owner) ?? 0;
    if (running >= this.#limits.userRuns) return undefined;
    this.#runs.set(owner, running + 1);
    return () => {
      const left = (this.#runs.get(owner) ?? 0) - 1;
      if (left > 0) this.#runs.set(owner, left);
      else this.#runs.delete(owner);
    };
  }

  #forgetOldest(): void {
    for (const [owner, { streams }] of this.#users) {
      if (this.#users.size <= KEPT) return;
      if (streams.count === 0) this.#users.delete(owner);
    }
  }
}
