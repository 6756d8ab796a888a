import type { DependencyKey } from "../tool/dependency.ts";

/** Milliseconds that the end of a scope waits for one disposal; it then goes on without waiting. */
const DISPOSAL_MS = 2_000;

type Disposal = () => Promise<void>;

/** A value that was made, or is in the making. */
export interface Made {
  readonly id: string;
  readonly value: Promise<unknown>;
  /** What it waits for, in whatever scope that lives. */
  readonly needs: Set<Made>;
  /** The value waits for nothing any more. */
  isSettled: boolean;
}

/** How a value is made. */
export interface Making<T> {
  /** What asks for it, where that is a value in the making. */
  readonly from: Made | undefined;
  /** `false`: it is somebody else's to dispose of. Default true. */
  readonly disposes?: boolean;
  make(made: Made): Promise<T>;
}

/** Values that live equally long: each made once, even when asked for twice at the same time. */
export class DependencyValues {
  readonly #values = new Map<string, Made>();
  /** In the order of finishing: a value that needed another one is finished after it. */
  #disposals: Disposal[] = [];
  #ended: { readonly onError: (error: unknown) => void } | undefined;

  /** The value of a key; `make` runs when nobody asked before, or when the last attempt failed. A circle rejects. */
  async get<T>(key: DependencyKey<T>, making: Making<T>): Promise<T> {
    const made = this.#values.get(key.id) ?? this.#begin(key, making);
    const { from } = making;
    if (from !== undefined && !from.isSettled) {
      const circle = route(made, from, new Set());
      if (circle !== undefined) throw new Error(`Circular dependency: ${[...circle, made.id].join(" → ")}`);
      from.needs.add(made);
    }
    // A key's id stands for one type: that is the contract of `DependencyKey`.
    return made.value as Promise<T>;
  }

  /** Disposes in the reverse order of finishing; what is still in the making, when it is made. Never rejects. */
  async dispose(onError: (error: unknown) => void): Promise<void> {
    this.#ended = { onError };
    const disposals = this.#disposals.toReversed();
    this.#disposals = [];
    this.#values.clear();
    for (const disposal of disposals) await disposeInTime(disposal).catch(onError);
  }

  /** A value is known before it is made: what it needs may lead back to it at once. */
  #begin<T>(key: DependencyKey<T>, { from, disposes = true, make }: Making<T>): Made {
    let begin: (value: Promise<T>) => void = () => {};
    const value = new Promise<T>((resolve) => {
      begin = resolve;
    });
    const made: Made = { id: key.id, value, needs: new Set(), isSettled: false };
    this.#values.set(key.id, made);
    value.then(
      (given) => {
        markSettled(made);
        if (disposes) this.#keep(key, given);
      },
      () => {
        markSettled(made);
        if (this.#values.get(key.id) === made) this.#values.delete(key.id);
      },
    );
    if (from !== undefined && !from.isSettled) from.needs.add(made);
    begin(make(made));
    return made;
  }

  #keep<T>(key: DependencyKey<T>, value: T): void {
    if (key.dispose === undefined) return;
    const disposal = async () => key.dispose?.(value);
    if (this.#ended === undefined) this.#disposals.push(disposal);
    else disposal().catch(this.#ended.onError);
  }
}

function markSettled(made: Made): void {
  made.isSettled = true;
  made.needs.clear();
}

/** The ids on the way from a value over what it waits for to another one. */
function route(from: Made, to: Made, seen: Set<Made>): readonly string[] | undefined {
  if (from === to) return [from.id];
  if (seen.has(from)) return undefined;
  seen.add(from);
  for (const next of from.needs) {
    const rest = route(next, to, seen);
    if (rest !== undefined) return [from.id, ...rest];
  }
  return undefined;
}

async function disposeInTime(disposal: Disposal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not disposed of within ${DISPOSAL_MS} ms`)), DISPOSAL_MS);
  });
  await Promise.race([disposal(), late]).finally(() => clearTimeout(timer));
}
