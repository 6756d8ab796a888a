// What is done for a call that cannot run as it is, and said beside a refusal or an error, so that the next call is
// another one. It is loaded with the first call of a process that needs it; where it cannot be, the call is refused,
// and the error stands in its own words.

import { lazy } from "../tool/lazy.ts";
import type { DecodedCall, Ended, ForModel } from "./call-states.ts";
import type { Mended, Unfit } from "./mend.ts";
import { namesOf } from "./offered-names.ts";
import { refuseArguments, refuseName } from "./refusals.ts";
import type { Scope } from "./scope.ts";
import type { ToldError } from "./told-errors.ts";

const meaning = lazy(() => import("./instead.ts"));
const mending = lazy(() => import("./mend.ts"));
const telling = lazy(() => import("./told-errors.ts"));

/** Refuses a call of a tool that does not exist, and says which call may be meant. */
export async function refuseUnknown(call: DecodedCall, scope: Scope): Promise<Ended> {
  try {
    return await (await meaning()).refuseUnknown(call, scope);
  } catch {
    const isRegistered = scope.registry.get(call.name) !== undefined;
    return refuseName(call.name, { names: namesOf(scope), isRegistered });
  }
}

/** Mends arguments that do not fit, or refuses them with the call as it should be. */
export async function mendOrRefuse(unfit: Unfit): Promise<Mended | Ended> {
  try {
    return await (await mending()).mendOrRefuse(unfit);
  } catch {
    return refuseArguments(unfit.issues);
  }
}

/** An error that the run has told before in other words, and with other advice. */
export async function tellAnew(made: ForModel, told: ToldError): Promise<ForModel> {
  try {
    return (await telling()).tellAnew(made, told);
  } catch {
    return made;
  }
}
