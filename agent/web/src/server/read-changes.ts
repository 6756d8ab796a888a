import type { ChangeEvent } from "@toolwright/view";

/** The events of a `text/event-stream`, in order; what is none of JSON is left out. */
export async function* readChanges(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ChangeEvent> {
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

function eventOf(block: string): ChangeEvent | undefined {
  const [, event] = /^event: (.*)$/m.exec(block) ?? [];
  const [, data] = /^data: (.*)$/m.exec(block) ?? [];
  try {
    return JSON.parse(`{"event":${JSON.stringify(event)},"data":${data}}`);
  } catch {
    return undefined;
  }
}
