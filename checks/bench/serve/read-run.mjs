import { Agent, request } from "node:http";

/** One connection for each stream, kept for the next round. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Begins a run in a new thread and reads it to its end: what it told, in order, and the milliseconds between a stamp of
 * the tool and its arrival here.
 */
export async function readRun({ port, token }, message, begun = () => undefined) {
  const response = await post({ port, token, path: "/api/chat", body: JSON.stringify({ message }) });
  if (response.statusCode !== 200) throw new Error(`The server answered with ${response.statusCode}.`);
  const threadId = response.headers["x-toolwright-thread"];
  begun(threadId);
  return heard(response, threadId);
}

async function heard(response, threadId) {
  const told = newlyTold(threadId);
  await hearAll(told, response);
  return told;
}

function newlyTold(threadId) {
  return {
    threadId,
    frames: 0,
    seqs: [],
    calls: [],
    outputs: [],
    results: [],
    text: "",
    finishes: 0,
    outputMs: [],
    resultMs: [],
    // What was stamped before somebody read along came to him late.
    joinedAt: 0,
  };
}

async function hearAll(told, response) {
  let rest = "";
  for await (const piece of response.setEncoding("utf8")) {
    const arrived = now();
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line !== "") hear(told, line, arrived);
  }
}

function hear(told, line, arrived) {
  told.frames += 1;
  const colon = line.indexOf(":");
  if (line.startsWith("data: ")) return hearPeer(told, line.slice("data: ".length), arrived);
  const value = JSON.parse(line.slice(colon + 1));
  switch (line.slice(0, colon)) {
    case "0":
      told.text += value;
      break;
    case "2":
      // A stream that is silent says so with an empty list.
      if (value[0]?.seq !== undefined && value[0].runId === undefined) told.seqs.push(value[0].seq);
      break;
    case "b":
      told.calls.push(value.toolCallId);
      break;
    case "a":
      told.results.push(value.toolCallId);
      if (value.result.endedAt >= told.joinedAt) told.resultMs.push(arrived - value.result.endedAt);
      break;
    case "aui-data":
      if (value.name === "tool-output") output(told, value.data, arrived);
      break;
    case "d":
      told.finishes += 1;
  }
}

/** A part of AI SDK's stream. */
function hearPeer(told, text, arrived) {
  if (text === "[DONE]") return;
  const part = JSON.parse(text);
  if (part.type === "text-delta") told.text += part.delta;
  if (part.type === "tool-input-available") told.calls.push(part.toolCallId);
  if (part.type === "finish") told.finishes += 1;
  if (part.type !== "tool-output-available") return;
  const { toolCallId, output: given } = part;
  if (given.printed !== undefined) return output(told, { toolCallId, chunk: given.printed }, arrived);
  // What a generator gave last comes once more, as its result.
  if (part.preliminary) return;
  told.results.push(toolCallId);
  told.resultMs.push(arrived - given.endedAt);
}

function output(told, { toolCallId, chunk }, arrived) {
  told.outputs.push(toolCallId);
  const printedAt = Number(/at (\S+)/.exec(chunk)[1]);
  if (printedAt >= told.joinedAt) told.outputMs.push(arrived - printedAt);
}

function post({ body, ...where }) {
  return ask({ ...where, method: "POST", headers: { "content-type": "application/json" }, body });
}

function get(where) {
  return ask({ ...where, method: "GET", headers: {} });
}

/** Asks again where a connection that was kept had been closed by the server in the same moment. */
function ask({ port, token, path, method, headers, body }) {
  const all = { authorization: `Bearer ${token}`, ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: "127.0.0.1", port, path, method, headers: all }, resolve);
    sent.on("error", (error) => {
      if (sent.reusedSocket && error.code === "ECONNRESET")
        ask({ port, token, path, method, headers, body }).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
}

/** Milliseconds of the clock that all processes of a machine share. */
function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Reads the run of a thread on another server, from its beginning to its end, also when the stream ends on the way. */
export async function followRun({ port, token }, threadId) {
  const told = newlyTold(threadId);
  for (;;) {
    const after = told.seqs.length === 0 ? "" : `?after=${told.seqs.at(-1)}`;
    const response = await get({ port, token, path: `/api/threads/${threadId}/stream${after}` });
    if (response.statusCode !== 200) return told;
    if (told.joinedAt === 0) told.joinedAt = now();
    await hearAll(told, response);
  }
}
