import {
  aBoolean,
  aCount,
  aFunction,
  aLogger,
  anObject,
  aText,
  checkArgument,
  checkOptions,
  listOf,
  milliseconds,
  type OptionRule,
  type OptionRules,
  withFunctions,
} from "@toolwright/core/internal";
import type { Agent, AgentApps, AgentFiles, AgentJobs, AgentOffers, AgentUndo, ApprovalRules } from "./agent.ts";
import type { AgentCommits } from "./agent-commits.ts";
import type { AgentConfiguration, ModelPicking } from "./configuration.ts";
import type { AgentServerOptions } from "./create-agent-server.ts";
import type { ServerLimits } from "./limits.ts";
import type { ListenOptions } from "./start-node-server.ts";
import type { Permissions } from "./users/principal.ts";

const texts = (form: string): OptionRule => listOf(form, aText);

const LIMITS: OptionRules<ServerLimits> = {
  bodyBytes: aCount(1),
  bodyMs: milliseconds,
  runs: aCount(0),
  streams: aCount(0),
  userRuns: aCount(0),
  userStreams: aCount(0),
  requestBurst: aCount(1),
  requestsPerSecond: { form: "a number of at least 0", fits: (value) => typeof value === "number" && value >= 0 },
  approvalMs: milliseconds,
  closeMs: { form: "a whole number of milliseconds of at least 0", fits: aCount(0).fits },
  leaseMs: {
    form: "a number of milliseconds from 100 to 3,600,000",
    fits: (value) => typeof value === "number" && value >= 100 && value <= 3_600_000,
  },
};

/** Throws a `TypeError` for what a server cannot be made of: an origin or a limit that is misspelt would be none. */
export function checkServerOptions(options: AgentServerOptions): void {
  checkOptions<AgentServerOptions>(options, {
    of: "createAgentServer",
    rules: {
      agent: { form: "an agent: { model, config(conversation) { return { model, tools } } }", fits: anObject.fits },
      store: { form: "a Store: openStore({ file })", fits: isStore },
      token: {
        form: "a string that is not empty, such as randomUUID()",
        fits: (value) => aText.fits(value) && value !== "",
      },
      authenticate: { form: "a function (request) that returns { user, channel } or undefined", fits: aFunction.fits },
      toolNames: { form: "names of tools: [tool.name]", fits: isListOfTexts },
      origins: listOf('an array of origins as browsers send them, such as ["https://app.example"]', {
        form: "an origin without a path or a slash at its end: https://app.example",
        fits: (value) => aText.fits(value) && URL.canParse(String(value)) && new URL(String(value)).origin === value,
      }),
      loopbackOnly: aBoolean,
      may: anObject,
      engine: withFunctions("a DurableHost: await createRestateHost({ engine, handler })", "start", "answer"),
      limits: anObject,
      logger: aLogger,
    },
    otherNames: {
      port: "startNodeServer(server, { port })",
      host: "startNodeServer(server, { host, port })",
      model: "agent: { model, config }",
      config: "agent: { model, config }",
      tools: "tools of what agent.config returns",
      auth: "authenticate(request) { … }, or token",
      policy: "policy of what agent.config returns",
    },
    needed: ["agent", "store"],
  });
  checkWhoMayAsk(options);
  checkAgent(options.agent);
  if (options.may !== undefined)
    checkOptions<Pick<Permissions, "configure">>(options.may, {
      of: "may of createAgentServer",
      rules: { configure: aBoolean },
    });
  if (options.limits !== undefined)
    checkOptions<ServerLimits>(options.limits, { of: "limits of createAgentServer", rules: LIMITS });
}

function checkWhoMayAsk({ token, authenticate, may }: AgentServerOptions): void {
  if ((token === undefined) === (authenticate === undefined))
    throw new TypeError(
      "createAgentServer takes either token, such as randomUUID(), for one person, or authenticate(request) { … } for several users.",
    );
  if (authenticate !== undefined && may !== undefined)
    throw new TypeError("createAgentServer takes may with token alone: authenticate says it of each user.");
}

function checkAgent(agent: Agent): void {
  checkOptions<Agent>(agent, {
    of: "agent of createAgentServer",
    rules: AGENT,
    otherNames: {
      policy: "policy of what config returns",
      approver: "nothing to set: the server asks",
      maxIterations: "maxIterations of what config returns",
    },
    needed: ["model", "config"],
  });
}

const AGENT: OptionRules<Agent> = {
  model: {
    form: 'the name of a model for people, such as "openai:gpt-5"; the model itself is what config returns',
    fits: aText.fits,
  },
  models: texts("an array of names"),
  efforts: aFunction,
  ended: aFunction,
  rated: aFunction,
  modes: texts("an array of names, the usual one first"),
  tools: listOf("an array of tools: [tool]", {
    form: "a tool",
    fits: (value) => anObject.fits(value) && aText.fits(Object(value).name),
  }),
  workspace: aText,
  notice: aText,
  picking: withFunctions(
    "{ providers, recorded, look() { … }, use(model) { … }, useKey(key, provider) { … } }",
    ...keys<ModelPicking>("look", "use", "useKey"),
  ),
  configuration: withFunctions(
    "{ record(change) { … }, recorded() { … }, models?, servers?, instructions?, budget? }",
    ...keys<AgentConfiguration>("record", "recorded"),
  ),
  titles: aBoolean,
  isPlain: aBoolean,
  instructions: listOf('an array of messages: [{ role: "system", content }]', anObject),
  config: {
    form: "a function (conversation, choice) that returns what a run runs with: { model, tools }",
    fits: aFunction.fits,
  },
  branch: aFunction,
  news: aFunction,
  endConversation: aFunction,
  outputs: withFunctions("an OutputCache, such as createMemoryOutputCache()", "lines"),
  undo: withFunctions("{ turns(conversation) { … }, reverse(reversal) { … } }", ...keys<AgentUndo>("turns", "reverse")),
  commits: withFunctions(
    "{ plan(paths) { … }, call(commit) { … }, configure(config) { … } }",
    ...keys<AgentCommits>("plan", "call", "configure"),
  ),
  rules: withFunctions("{ explain(call) { … }, remember(rules) { … } }", ...keys<ApprovalRules>("explain", "remember")),
  jobs: withFunctions(
    "{ list(conversation) { … }, output(conversation, job) { … }, stop(conversation, job) { … } }",
    ...keys<AgentJobs>("list", "output", "stop"),
  ),
  files: withFunctions("{ find(words) { … } }", ...keys<AgentFiles>("find")),
  offers: withFunctions(
    "the offers of mcpTools",
    ...keys<AgentOffers>("prompts", "prompt", "complete", "resources", "resource"),
  ),
  apps: withFunctions("the apps of mcpTools", ...keys<AgentApps>("app", "callable", "resource")),
  sandbox: aFunction,
  held: aFunction,
  servers: aFunction,
};

function keys<T>(...names: readonly (keyof T & string)[]): readonly string[] {
  return names;
}

/** Throws a `TypeError` for what cannot listen. */
export function checkListening(server: unknown, options: ListenOptions): void {
  const aServer = withFunctions(
    "a server: startNodeServer(createAgentServer({ … }), { port })",
    "fetch",
    "resume",
    "close",
  );
  checkArgument(server, { of: "The first argument of startNodeServer", rule: aServer });
  const port: OptionRule = {
    form: "a port from 0 to 65535, as a number; 0 takes a free one",
    fits: (value) => aCount(0).fits(value) && Number(value) <= 65_535,
  };
  checkOptions<ListenOptions>(options, {
    of: "startNodeServer",
    rules: { host: aText, port },
    needed: ["port"],
  });
}

function isStore(value: unknown): boolean {
  if (!anObject.fits(value)) return false;
  const { threads, approvals, journal } = Object(value);
  return typeof journal === "function" && anObject.fits(threads) && anObject.fits(approvals);
}

function isListOfTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}
