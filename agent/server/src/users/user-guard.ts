import type { Guard } from "../guard/guard.ts";
import { TokenBucket } from "../guard/token-bucket.ts";
import { tooMany } from "../guard/too-many.ts";
import { refuse } from "../routes/refuse.ts";
import type { ServerContext } from "../server-context.ts";
import type { KnownUsers } from "./known-users.ts";
import { ownRuns } from "./own-runs.ts";
import { ownStore } from "./own-store.ts";
import { type Authenticate, signedIn } from "./principal.ts";

/** What users are let in with. */
export interface UserGuardOptions {
  readonly authenticate: Authenticate;
  readonly users: KnownUsers;
}

/** Lets each user use what is theirs of a server, and what all of them share. */
export function userGuard(context: ServerContext, { authenticate, users }: UserGuardOptions): Guard {
  const { requestBurst: burst, requestsPerSecond: perSecond } = context.limits;
  const refused = new TokenBucket({ burst, perSecond });
  return {
    async admit(request) {
      const principal = await authenticate(request);
      if (!principal) return refused.take() ? refuse(401, "Nobody is signed in here.") : tooMany();
      const person = signedIn(principal);
      const { requests, streams } = users.meet(person);
      if (!requests.take()) return tooMany();
      const { may, channel } = person;
      const store = ownStore(context.store, person);
      return { ...context, store, threads: ownRuns(context.threads, store), person, channel, may, streams };
    },
    pageCookie: () => undefined,
  };
}
