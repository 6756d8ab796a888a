const MOST_BYTES = 128 * 1024 * 1024;

/**
 * A `fetch` for packages of providers, which follow a server elsewhere with the key and the conversation, and hold a
 * line without an end: sends nothing to another place, and ends a body at 128 MiB.
 */
export function carefulFetch(send: typeof fetch = fetch): typeof fetch {
  return async (target, options) => {
    const response = await send(target, { ...options, redirect: "manual" });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded()), { status, statusText, headers });
  };
}

function bounded(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = MOST_BYTES;
  return new TransformStream({
    transform(piece, controller) {
      left -= piece.byteLength;
      if (left >= 0) controller.enqueue(piece);
      else controller.error(new Error("The answer is longer than 128 MiB."));
    },
  });
}
