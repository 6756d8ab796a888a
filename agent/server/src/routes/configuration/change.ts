import { createScrubber } from "@toolwright/core";
import type { ConfigurationChange } from "@toolwright/view/internal";
import type { AgentConfiguration } from "../../configuration.ts";
import type { ServerContext } from "../../server-context.ts";
import { refuse } from "../refuse.ts";

/** The refusal of everything that configures. */
export const NOBODY_MAY =
  "Nobody may change how the agent is set up here; use the command on its machine, or give the server may: { configure: true }.";
const NOT_OFFERED = "This cannot be changed here: the agent does not offer it.";

/** A change that somebody wants. */
export interface WantedChange extends Pick<ConfigurationChange, "kind" | "about"> {
  readonly make: () => Promise<string | undefined>;
}

/** Answers with what can be configured; refused where nobody may, or the agent does not offer it. */
export async function withConfiguration<T>(
  { agent, may }: ServerContext,
  part: (configuration: AgentConfiguration) => T | undefined,
  answerWith: (part: T, configuration: AgentConfiguration) => Promise<Response>,
): Promise<Response> {
  if (!may.configure) return refuse(403, NOBODY_MAY);
  const { configuration } = agent;
  const offered = configuration && part(configuration);
  return configuration === undefined || offered === undefined
    ? refuse(501, NOT_OFFERED)
    : answerWith(offered, configuration);
}

/** Nothing is changed that is not kept in the record before, where there is one. */
export async function change(
  record: Pick<AgentConfiguration, "record"> | undefined,
  wanted: WantedChange,
): Promise<Response> {
  const { kind, make } = wanted;
  const scrubber = createScrubber([]);
  const about = scrubber.text(wanted.about);
  await record?.record({ time: Date.now(), kind, about });
  const refuseInRecord = (why: string) =>
    record?.record({ time: Date.now(), kind, about, refused: scrubber.text(why) });
  let refused: string | undefined;
  try {
    refused = await make();
  } catch (thrown) {
    await refuseInRecord(`It failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    throw thrown;
  }
  if (refused === undefined) return new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
  await refuseInRecord(refused);
  return refuse(422, refused);
}
