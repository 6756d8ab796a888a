import type { ToolLoopConfig } from "@toolwright/core";
import { aBoolean, anObject, aText, checkOptions, type OptionRule } from "@toolwright/core/internal";
import { isShown } from "../channels.ts";

/** What a user may do. */
export interface Permissions {
  /** Begin runs, steer and stop them, and change threads and files by them. Default true. */
  readonly run: boolean;
  /** Read threads, the folder, and what MCP servers offer. Default true. */
  readonly read: boolean;
  /** Answer what runs ask: all of it, or only questions of the tools with these names. Default true. */
  readonly approve: boolean | readonly string[];
  /** Change what all users share: models, MCP servers, instructions, budget and saved rules. Default false. */
  readonly configure: boolean;
}

/** Who has sent a request. */
export interface Principal {
  /** Names the user within the channel. */
  readonly user: string;
  /** Where the conversations of the user are kept. Users of one channel do not see each other's. */
  readonly channel: string;
  /** Handed to the tools of the user's runs as `ctx.deps`, beside those of the agent's configuration. */
  readonly deps?: NonNullable<ToolLoopConfig["deps"]>;
  readonly may?: Partial<Permissions>;
}

/**
 * Says who has sent a request, by its headers; undefined or null for nobody. Its body is not to be read. A rejection
 * fails the request.
 */
export type Authenticate = (request: Request) => Nobody | Principal | Promise<Nobody | Principal>;

/** What most databases say of a session that they do not have. */
type Nobody = undefined | null;

/** Who has sent a request, with what is theirs. */
export interface SignedIn extends Pick<Principal, "user" | "channel" | "deps"> {
  /** What the store has as the owner of their threads. */
  readonly owner: string;
  readonly may: Permissions;
}

const DEFAULT: Permissions = { run: true, read: true, approve: true, configure: false };

/** What `authenticate` has said, with the defaults. Throws a `TypeError` for what it cannot say. */
export function signedIn(principal: Principal): SignedIn {
  const of = "What authenticate returns";
  checkOptions<Principal>(principal, {
    of,
    rules: { user: aName, channel: aChannel, deps: anObject, may: anObject },
    otherNames: { id: "user", name: "user", tenant: "channel", permissions: "may" },
    needed: ["user", "channel"],
  });
  const { user, channel, deps, may = {} } = principal;
  checkOptions<Permissions>(may, {
    of: "may of what authenticate returns",
    rules: { run: aBoolean, read: aBoolean, approve: isApproving, configure: aBoolean },
  });
  const given = Object.fromEntries(Object.entries(may).filter(([, value]) => value !== undefined));
  return { user, channel, owner: ownerOf(principal), may: { ...DEFAULT, ...given }, ...(deps && { deps }) };
}

const MOST = 200;
const aName: OptionRule = {
  form: `a string of 1 to ${MOST} characters`,
  fits: (value) => aText.fits(value) && value !== "" && String(value).length <= MOST,
};
const aChannel: OptionRule = {
  form: `a string of 1 to ${MOST} characters that is no channel of the server's own, such as "web"`,
  fits: (value) => aName.fits(value) && isShown(String(value)),
};
const isApproving: OptionRule = {
  form: "true, false or an array of names of tools",
  fits: (value) => aBoolean.fits(value) || (Array.isArray(value) && value.every((name) => aText.fits(name))),
};

/** Users of the same name in two channels are two. */
function ownerOf({ channel, user }: Pick<Principal, "user" | "channel">): string {
  return `${channel.replace(/[%/]/g, encodeURIComponent)}/${user}`;
}

/** The user whom the owner of a thread names. */
export function userOf(owner: string): Pick<Principal, "user" | "channel"> {
  const [channel = ""] = owner.split("/", 1);
  return { channel: channel.replace(/%(?:25|2F)/g, decodeURIComponent), user: owner.slice(channel.length + 1) };
}
