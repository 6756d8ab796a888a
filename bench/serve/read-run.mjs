import { Agent, request } from "node:http";

/** One connection for each stream, kept for the next round. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Begins a run in a new thread and reads it to its end: what it told, in order, and the milliseconds between a stamp of the tool
 * and its arrival here.
 */
export async function readRun({ port, token }, message) {
  const response = await post({ port, token, path: "/api/chat", body: JSON.stringify({ message }) });
  if (response.statusCode !== 200) throw new Error(`The server answered with ${response.statusCode}.`);
  const told = {
    threadId: response.headers["x-toolwright-thread"],
    frames: 0,
    seqs: [],
    calls: [],
    outputs: [],
    results: [],
    text: "",
    finishes: 0,
    outputMs: [],
    resultMs: [],
  };
  let rest = "";
  for await (const piece of response.setEncoding("utf8")) {
    const arrived = now();
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) if (line !== "") hear(told, line, arrived);
  }
  return told;
}

function hear(told, line, arrived) {
  told.frames += 1;
  const colon = line.indexOf(":");
  const value = JSON.parse(line.slice(colon + 1));
  switch (line.slice(0, colon)) {
    case "0":
      told.text += value;
      break;
    case "2":
      if (value[0].seq !== undefined && value[0].runId === undefined) told.seqs.push(value[0].seq);
      break;
    case "b":
      told.calls.push(value.toolCallId);
      break;
    case "a":
      told.results.push(value.toolCallId);
      told.resultMs.push(arrived - value.result.endedAt);
      break;
    case "aui-data":
      if (value.name === "tool-output") output(told, value.data, arrived);
      break;
    case "d":
      told.finishes += 1;
  }
}

function output(told, { toolCallId, chunk }, arrived) {
  told.outputs.push(toolCallId);
  told.outputMs.push(arrived - Number(/at (\S+)/.exec(chunk)[1]));
}

function post({ port, token, path, body }) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    request({ agent, host: "127.0.0.1", port, path, method: "POST", headers }, resolve).on("error", reject).end(body);
  });
}

/** Milliseconds of the clock that all processes of a machine share. */
function now() {
  return Number(process.hrtime.bigint()) / 1e6;
}
