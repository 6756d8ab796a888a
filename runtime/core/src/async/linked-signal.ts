/** A signal that follows another one until it is unlinked. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  readonly unlink: () => void;
}

/**
 * The signal of one request, to be unlinked where `fetch` rejects. Node's refuses an answer that names more than five
 * content encodings, but goes on to listen: an abort that comes later ends the process with an error that nothing can
 * catch.
 */
export function linkedSignal(followed: AbortSignal | null | undefined): LinkedSignal {
  const controller = new AbortController();
  const follow = () => controller.abort(followed?.reason);
  if (followed?.aborted === true) follow();
  else followed?.addEventListener("abort", follow, { once: true });
  return { signal: controller.signal, unlink: () => followed?.removeEventListener("abort", follow) };
}
