import { type Fields, isFields } from "@toolwright/view";

/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: Fields;
}

/** The events of a `text/event-stream`, in order; what is none of JSON is left out. */
export async function* readChanges(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = eventOf(block);
      if (event !== undefined) yield event;
    }
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split("\n").map((line): [string, string] => {
      const colon = line.indexOf(": ");
      return [line.slice(0, Math.max(0, colon)), line.slice(colon + 2)];
    }),
  );
  const [event, text] = [fields.get("event"), fields.get("data")];
  if (event === undefined || text === undefined) return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return isFields(data) ? { event, data } : undefined;
  } catch {
    return undefined;
  }
}
