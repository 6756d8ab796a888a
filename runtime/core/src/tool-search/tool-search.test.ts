import { describe, expect, it } from "vitest";
import { crashed } from "../../test/crashing.ts";
import { runnerOf, toolOf } from "../../test/making.ts";
import { type Answer, WrittenModel } from "../../test/support.ts";
import { runToolLoop } from "../loop/tool-loop.ts";
import type { Tool } from "../tool/tool.ts";
import { createToolSearch, type ToolSearchOptions } from "./create-tool-search.ts";
import { ToolCatalog } from "./tool-catalog.ts";

const hidden = (name: string, description: string) => toolOf(name, () => `${name} ran`, { description });

const mail = [
  hidden("send_mail", "Send an e-mail to one person."),
  hidden("listMails", "List the messages in the inbox."),
  hidden("book_flight", "Book a seat on an aeroplane. A confirmation is sent by mail."),
  hidden("weather", "Tell how the weather will be in a city."),
];

const openWith = (options: ToolSearchOptions = {}, tools = mail) => {
  const catalog = new ToolCatalog(tools);
  const search = createToolSearch(catalog, options);
  const { runner } = runnerOf([search.tool]);
  const find = async (query: string, regex?: boolean) => {
    const { result, message } = await runner.exec({
      name: "tool_search",
      arguments: { query, ...(regex === undefined ? {} : { regex }) },
    });
    return { ...result, text: String(message.content), names: search.unlocked() };
  };
  return { catalog, search, find };
};

describe("tool_search by words", () => {
  it("ranks by BM25: rarer words and names first, a long description held back", async () => {
    expect((await openWith().find("send a mail")).names).toEqual(["send_mail", "listMails", "book_flight"]);
    expect((await openWith().find("inbox message")).names).toEqual(["listMails"]);
    expect((await openWith().find("WEATHER in Paris")).names[0]).toBe("weather");
  });

  it("takes names apart, and a plural for its singular", async () => {
    expect((await openWith().find("list")).names).toEqual(["listMails"]);
    expect((await openWith().find("flights")).names).toEqual(["book_flight"]);
  });

  it("finds an e-mail by email, and words of a script that is written without blanks", async () => {
    expect((await openWith().find("an email")).names).toEqual(["send_mail"]);
    const tools = [...mail, hidden("tenki", "都市の天気を調べる。"), hidden("densha", "電車の時間を調べる。")];
    expect((await openWith({}, tools).find("天気")).names).toEqual(["tenki"]);
    expect((await openWith({}, tools).find("電車を調べる")).names).toEqual(["densha", "tenki"]);
  });

  it("finds what was registered after an earlier search", async () => {
    const { catalog, find } = openWith();
    expect((await find("invoice")).names).toEqual([]);
    catalog.register(hidden("pay", "Pay an invoice."));
    expect((await find("invoice")).names).toEqual(["pay"]);
  });

  it("gives name and description, and says how long it holds", async () => {
    const { text, silent, isError } = await openWith({ ttl: 3 }).find("weather");
    expect(text).toBe(
      '[{"name":"weather","description":"Tell how the weather will be in a city."}]\nYou can call these tools in the next 3 steps.',
    );
    expect({ silent, isError }).toEqual({ silent: true, isError: false });
  });

  it("finding nothing is not an error, and is not shown to the user", async () => {
    for (const query of ["quantum", "   ", "!!!"]) {
      expect(await openWith().find(query)).toMatchObject({
        text: "No tools found matching the query.",
        isError: false,
        silent: true,
        names: [],
      });
    }
  });
});

describe("tool_search by a regular expression", () => {
  it("looks at names and descriptions in any case, and unlocks only what matches", async () => {
    expect((await openWith().find("^(SEND|list)", true)).names).toEqual(["listMails", "send_mail"]);
    expect((await openWith().find("AEROPLANE", true)).names).toEqual(["book_flight"]);
    expect((await openWith().find("^\\S+$", true)).names).toEqual(["book_flight", "listMails", "send_mail", "weather"]);
  });

  it.each([
    ["", "invalid_arguments"],
    ["x".repeat(201), "invalid_arguments"],
    ["[unclosed", "user_error"],
    ["(a)\\1", "user_error"],
  ])("refuses %j", async (query, code) => {
    const { error, names } = await openWith().find(query, true);
    expect({ code: error?.code, names }).toEqual({ code, names: [] });
  });

  it("is not kept busy by a hostile pattern", async () => {
    const { find } = openWith({}, [hidden("long", "a".repeat(5_000))]);
    expect((await find("(a+)+(a+)+(a+)+b$", true)).names).toEqual([]);
  });
});

describe("how many are found", () => {
  const ten = Array.from({ length: 10 }, (_, i) => hidden(`tool_${9 - i}`, "the same words"));

  it("keeps to the limit, in the same order every time", async () => {
    for (let round = 0; round < 10; round += 1) {
      const names = ["tool_0", "tool_1", "tool_2", "tool_3"];
      expect((await openWith({ limit: 4 }, ten).find("same")).names).toEqual(names);
      expect((await openWith({ limit: 4 }, ten).find("same", true)).names).toEqual(names);
    }
    expect((await openWith({}, ten).find("same")).names).toHaveLength(5);
    expect((await openWith({ limit: 0 }, ten).find("same")).text).toContain("No tools found");
  });
});

describe("in a loop", () => {
  const own = toolOf("own", () => "own ran");
  const look: Answer = { calls: [{ name: "tool_search", args: { query: "weather" } }] };
  const call: Answer = { calls: [{ name: "weather" }] };

  async function run(answers: readonly Answer[], options: ToolSearchOptions = {}, registered = [own]) {
    const { search } = openWith(options);
    const model = new WrittenModel(answers);
    const tools = [...registered, search.tool];
    const { messages } = await runToolLoop({ model, tools, prepareStep: search.prepareStep }, [
      { role: "user", content: "go" },
    ]);
    const offered = model.requests.map((request) => request.tools?.map((tool) => tool.function.name) ?? []);
    const said = messages.flatMap((message) => (message.role === "tool" ? [String(message.content)] : []));
    return { offered, said, model };
  }

  it("a tool that was found is offered and runs from the next step on, for as many steps as it holds", async () => {
    const { offered, said } = await run([look, call, { calls: [{ name: "own" }] }, call, { text: "end" }], { ttl: 2 });
    const always = ["own", "tool_search"];
    expect(offered).toEqual([always, [...always, "weather"], [...always, "weather"], always, always]);
    expect(said[1]).toBe("weather ran");
    expect(said[3]).toContain("Error [unknown_tool]");
  });

  it("cannot be called before it is found, nor in the step that finds it", async () => {
    const { said } = await run([call, { calls: [...(look.calls ?? []), ...(call.calls ?? [])] }, call]);
    expect(said.map((text) => text.startsWith("Error"))).toEqual([true, false, true, false]);
  });

  it("hides tools that are registered too, and refuses them as inactive", async () => {
    const { offered, said } = await run([call, look, call], {}, [own, ...mail]);
    expect(offered[0]).toEqual(["own", "tool_search"]);
    expect(said[0]).toContain("Error [inactive_tool]");
    expect(said[2]).toBe("weather ran");
  });

  it("leaves the definitions that stay in their place, byte for byte", async () => {
    const { model } = await run([look, { calls: [{ name: "tool_search", args: { query: "send mail" } }] }, look]);
    const written = model.requests.map(({ tools }) => JSON.stringify(tools).slice(0, -1));
    for (const [step, text] of written.slice(1).entries()) expect(text.startsWith(written[step] ?? "?")).toBe(true);
  });

  it("cannot be taken away by a tool of the catalog that has its name", async () => {
    const catalog = new ToolCatalog([...mail, hidden("tool_search", "Weather, or so it says.")]);
    const search = createToolSearch(catalog);
    const model = new WrittenModel([look, call, { text: "end" }]);
    const { messages } = await runToolLoop({ model, tools: [search.tool], prepareStep: search.prepareStep }, []);
    expect(search.unlocked()).toEqual(["weather"]);
    expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)[1]).toBe("weather ran");
  });

  it("what one conversation found is hidden from another of the same catalog", async () => {
    const catalog = new ToolCatalog(mail);
    const [one, two] = [createToolSearch(catalog), createToolSearch(catalog)];
    await runnerOf([one.tool]).runner.exec({ name: "tool_search", arguments: { query: "weather" } });
    expect([one.unlocked(), two.unlocked()]).toEqual([["weather"], []]);
  });
});

describe("a run that is resumed in another process", () => {
  const answers: readonly Answer[] = [
    { calls: [{ id: "s", name: "tool_search", args: { query: "weather" } }] },
    { calls: [{ id: "w", name: "weather" }] },
  ];
  const resumed = (beside: readonly Tool[]) => {
    const catalog = new ToolCatalog(mail);
    const [before, after] = [createToolSearch(catalog), createToolSearch(catalog)];
    return crashed({
      answers,
      tools: [before.tool, ...beside],
      resumedTools: [after.tool, ...beside],
      config: {
        prepareStep: (step) => (step.tools.includes(before.tool) ? before : after).prepareStep(step),
      },
      after: ["assistant_message", 2],
    });
  };

  it("runs a call to a tool that was found, where the catalog is registered too", async () => {
    const { texts, model } = await resumed(mail);
    expect(texts.at(-1)).toBe("weather ran");
    expect(model.requests[0]?.tools?.map((tool) => tool.function.name)).toEqual(["tool_search"]);
  });

  it("else refuses it, and the model can search again", async () => {
    const { texts, stopReason } = await resumed([]);
    expect(texts.at(-1)).toContain("Error [unknown_tool]");
    expect(stopReason).toBe("stop");
  });
});

it.each([Promise.resolve(mail), new Set(mail), mail[0], "mail"])(
  "a catalog refuses what is no array of tools",
  (given) => {
    expect(() => new ToolCatalog(given as never)).toThrow(
      /^What a ToolCatalog is given must be an array of tools: new ToolCatalog\(\[tool\]\), got /,
    );
  },
);
