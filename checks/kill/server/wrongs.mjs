import { existsSync, readFileSync } from "node:fs";
import { CALLS } from "./agent.mjs";

/** What is wrong with a conversation that was broken off and carried on: sentences, none where all is right. */
export function wrongsOf({ chatId, events, told, heard, settledBefore, log }) {
  const seqs = events.map(({ seq }) => seq);
  const ran = runsIn(log, chatId);
  return [
    ...(seqs.every((seq, place) => place === 0 || seq > seqs[place - 1]) ? [] : ["events are doubled or out of order"]),
    ...told.filter((seq) => !seqs.includes(seq)).map((seq) => `event ${seq} was told of as stored, and is lost`),
    ...settledBefore.filter(([id, count]) => ran.get(id) !== count).map(([id]) => `the settled call ${id} ran again`),
    ...toldWrongly(events, heard),
    ...wrongCalls(events, ran),
    ...wrongEnd(events),
  ];
}

/** What a reader heard of ends and results that is not what is stored. */
function toldWrongly(events, heard) {
  const stored = new Map();
  for (const { type, data, parentId } of events) {
    if (type === "tool_call_end") stored.set(data.toolCallId, data.result.isError ? data.result.error?.code : "ok");
    if (type === "done" && parentId === undefined) stored.set(undefined, data.stopReason);
  }
  const wrong = heard.filter(({ id, says }) => stored.get(id) !== says);
  return wrong.map(
    ({ id, says }) => `${id ?? "the run"} was told to have ended as ${says}; stored is ${stored.get(id)}`,
  );
}

/** How often each call of a conversation began to run. */
export function runsIn(log, chatId) {
  const ran = new Map();
  const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n") : [];
  for (const line of lines) {
    const [of, id] = line.split(" ");
    if (of === chatId) ran.set(id, (ran.get(id) ?? 0) + 1);
  }
  return ran;
}

const mayRunOnce = (id) => /^(send|deploy)/.test(id);

function wrongCalls(events, ran) {
  const ends = events.filter(({ type }) => type === "tool_call_end").map(({ data }) => data);
  const ids = ends.map(({ toolCallId }) => toolCallId);
  const failed = ends.filter(({ toolCallId, success }) => !success && !mayRunOnce(toolCallId));
  return [
    ...(new Set(ids).size === ids.length ? [] : ["a call has two ends"]),
    ...(ids.length === CALLS ? [] : [`${ids.length} of ${CALLS} calls have an end`]),
    ...[...ran].filter(([id, count]) => mayRunOnce(id) && count > 1).map(([id]) => `${id} ran twice`),
    ...failed.map(({ toolCallId }) => `${toolCallId}, which may run again, has no result`),
  ];
}

function wrongEnd(events) {
  const ends = events.filter(({ type, parentId }) => type === "done" && parentId === undefined);
  if (ends.length !== 1) return [`the run has ${ends.length} ends`];
  return events.at(-1).type === "done" ? [] : ["something is stored after the end"];
}
