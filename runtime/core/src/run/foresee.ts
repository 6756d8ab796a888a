import type { Reach } from "../journal/event.ts";
import type { JsonObject } from "../json/json.ts";
import type { ToolResult } from "../result/tool-result.ts";
import { scrubResult } from "../secrets/redact.ts";
import type { DecodedCall, Ended } from "./call-states.ts";
import { decide } from "./decide.ts";
import { readCall } from "./read.ts";
import { repairLine } from "./repairs.ts";
import type { Scope } from "./scope.ts";

/** What would become of a call. */
export type Foreseen =
  | {
      readonly verdict: "allow" | "ask" | "deny";
      /** One sentence, where the policy or the tool gave one. */
      readonly reason?: string;
      /** How far it gets, where the policy knows. */
      readonly reach?: Reach;
      /** What would run: mended, with secrets masked. */
      readonly arguments: JsonObject;
      readonly repairs: readonly string[];
    }
  | {
      /** The call cannot even be read, or its tool does not exist. */
      readonly verdict: "refuse";
      readonly result: ToolResult;
    };

/** Phases one and two without their events, and without asking anybody. */
export async function foresee(call: DecodedCall, scope: Scope): Promise<Foreseen> {
  const read = await readCall(call, scope);
  if (read.stage === "ended") return refused(read, scope);
  const judged = await decide(read, scope);
  if (!("verdict" in judged)) return refused(judged, scope);
  const { verdict, reason, reach } = judged;
  return {
    verdict,
    ...(reach === undefined ? {} : { reach }),
    ...(reason === undefined ? {} : { reason: scope.scrubber.text(reason) }),
    arguments: scope.scrubber.json(read.arguments),
    repairs: read.repairs.map(repairLine),
  };
}

function refused({ result }: Ended, { scrubber }: Scope): Foreseen {
  return { verdict: "refuse", result: scrubResult(result, scrubber) };
}
