import { openStore } from "@toolwright/store";
import { afterAll, describe, expect, it } from "vitest";
import { thrownFrom as from } from "../../../runtime/core/test/thrown-by.ts";
import { createAgentServer, startNodeServer } from "../src/index.ts";

const store = openStore({ file: ":memory:" });
afterAll(() => store.close());
const agent = { model: "scripted", config: () => ({}) };
const whole = { agent, store, token: "t" };
const server = Reflect.apply(createAgentServer, undefined, [whole]);

describe("a server is refused, and says what is meant,", () => {
  it.each<[string, Promise<string>, string | RegExp]>([
    ["nothing", from(createAgentServer), "createAgentServer takes an object of options, got undefined."],
    ["no token", from(createAgentServer, { agent, store }), /takes either token.* or authenticate/],
    [
      "empty token",
      from(createAgentServer, { ...whole, token: "" }),
      /token must be a string that is not empty, .*got another string\.$/,
    ],
    ["an API key", from(createAgentServer, { ...whole, apiKey: "k" }), /; the options are /],
    ["no store", from(createAgentServer, { agent, token: "t" }), /store is missing; it must be a Store: openStore/],
    [
      "a path as store",
      from(createAgentServer, { ...whole, store: "a.db" }),
      /openStore\(\{ file \}\), got "a\.db"\.$/,
    ],
    ["a journal as store", from(createAgentServer, { ...whole, store: new Map() }), /got a Map\.$/],
    [
      "no config",
      from(createAgentServer, { ...whole, agent: { model: "m" } }),
      /^agent of createAgentServer: config is missing/,
    ],
    [
      "a value as config",
      from(createAgentServer, { ...whole, agent: { model: "m", config: {} } }),
      /config must be a function/,
    ],
    [
      "a model as model",
      from(createAgentServer, { ...whole, agent: { ...agent, model: {} } }),
      /the model itself is what config returns, got \{\}\.$/,
    ],
    [
      "a policy of the agent",
      from(createAgentServer, { ...whole, agent: { ...agent, policy: {} } }),
      /policy of what config returns/,
    ],
    ["a policy", from(createAgentServer, { ...whole, policy: { deny: [] } }), /policy of what agent\.config returns/],
    ["a system text", from(createAgentServer, { ...whole, agent: { ...agent, system: "x" } }), /; the options are /],
    [
      "a text of instructions",
      from(createAgentServer, { ...whole, agent: { ...agent, instructions: "x" } }),
      /an array of messages/,
    ],
    [
      "a record of tools",
      from(createAgentServer, { ...whole, agent: { ...agent, tools: { a: {} } } }),
      /an array of tools/,
    ],
    [
      "rules as data",
      from(createAgentServer, { ...whole, agent: { ...agent, rules: { allow: [] } } }),
      /\{ explain\(call\)/,
    ],
    [
      "undo as a word",
      from(createAgentServer, { ...whole, agent: { ...agent, undo: true } }),
      /\{ turns\(conversation\)/,
    ],
    ["cors", from(createAgentServer, { ...whole, cors: "*" }), /; the options are /],
    ["one origin", from(createAgentServer, { ...whole, origins: "https://a.example" }), /an array of origins/],
    ["loopback", from(createAgentServer, { ...whole, loopbackonly: false }), /did you mean loopbackOnly\?$/],
    ["a port", from(createAgentServer, { ...whole, port: 80 }), /startNodeServer\(server, \{ port \}\)/],
    [
      "a limit",
      from(createAgentServer, { ...whole, limits: { maxRuns: 5 } }),
      /limits of createAgentServer: there is no option "maxRuns"/,
    ],
    [
      "a limit's text",
      from(createAgentServer, { ...whole, limits: { runs: "5" } }),
      /runs must be a whole number.*got "5"\.$/,
    ],
    ["a logger", from(createAgentServer, { ...whole, logger: console.log }), /logger must be a logger/],
    [
      "the agent to listen",
      from(startNodeServer, agent, { port: 0 }),
      /The first argument of startNodeServer must be a server/,
    ],
    ["no port", from(startNodeServer, server), /startNodeServer takes an object of options, got undefined\.$/],
    ["a port alone", from(startNodeServer, server, 8080), /got 8080\.$/],
    ["a port as text", from(startNodeServer, server, { port: "8080" }), /as a number; .*got "8080"\.$/],
    ["a large port", from(startNodeServer, server, { port: 99_999 }), /got 99999\.$/],
    ["a hostname", from(startNodeServer, server, { port: 0, hostname: "x" }), /did you mean host\?$/],
  ])("%s", async (_, saying, expected) => {
    const said = await saying;
    if (typeof expected === "string") expect(said).toContain(expected);
    else expect(said).toMatch(expected);
  });
});

describe("a store is refused:", () => {
  it.each<[string, Promise<string>, RegExp]>([
    ["a path", from(openStore, "a.db"), /openStore takes an object of options, got "a\.db"\.$/],
    ["another name", from(openStore, { path: "a.db" }), /; the options are /],
    ["no file", from(openStore, {}), /file is missing/],
    [
      "a limit",
      from(openStore, { file: "a.db", limits: { maxBytes: 5 } }),
      /limits of openStore: there is no option "maxBytes"/,
    ],
    [
      "a limit of nothing",
      from(openStore, { file: "a.db", limits: { threads: 0 } }),
      /threads must be a positive number/,
    ],
    ["a date", from(openStore, { file: "a.db", now: new Date() }), /now must be a function, got a Date\.$/],
  ])("%s", async (_, saying, expected) => {
    expect(await saying).toMatch(expected);
  });
});
