/**
 * What a hook is given of an input: what has a class keeps it, and a change that the hook makes stays with the hook.
 * Plain data is copied; another object is shown through a proxy.
 */
export function hookInput<T>(input: T): T;
export function hookInput(input: unknown): unknown {
  return new Shown().of(input);
}

/** One view of one input: what stands in it twice stands in the view twice, and a circle stays one. */
class Shown {
  readonly #made = new Map<unknown, unknown>();
  readonly #originals = new WeakMap<object, object>();

  of(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    if (!this.#made.has(value)) this.#make(value);
    return this.#made.get(value);
  }

  #make(value: object): void {
    if (isExactly(value, Array)) {
      this.#fill<unknown[]>(value, [], (copy) => {
        for (const item of value) copy.push(this.of(item));
      });
    } else if (isPlain(value)) {
      this.#fill(value, Object.create(Object.getPrototypeOf(value)), (copy) => this.#copyMembers(value, copy));
    } else if (isExactly(value, Map)) {
      this.#fill(value, new Map(), (copy) => {
        for (const [key, item] of value) copy.set(key, this.of(item));
      });
    } else if (isExactly(value, Set)) {
      this.#fill(value, new Set(), (copy) => {
        for (const item of value) copy.add(this.of(item));
      });
    } else {
      const isCopied = isExactly(value, Date) || isExactly(value, Uint8Array);
      this.#made.set(value, isCopied ? structuredClone(value) : this.#proxyOf(value));
    }
  }

  #fill<C>(value: object, copy: C, fill: (copy: C) => void): void {
    this.#made.set(value, copy);
    fill(copy);
  }

  #copyMembers(value: object, copy: object): void {
    for (const key of Reflect.ownKeys(value)) {
      Object.defineProperty(copy, key, {
        value: this.of(Reflect.get(value, key)),
        writable: true,
        enumerable: true,
        configurable: true,
      });
    }
  }

  /** Without members of its own there is nothing to guard, and code that asks for the very object is not misled. */
  #proxyOf(value: object): object {
    if (Reflect.ownKeys(value).length === 0) return value;
    const changes = new Map<PropertyKey, unknown>();
    const proxy = new Proxy(value, {
      get: (target, key) => {
        if (!changes.has(key)) changes.set(key, this.#member(target, key));
        return changes.get(key);
      },
      set: (_, key, changed) => changes.set(key, changed) !== undefined,
      deleteProperty: (_, key) => changes.set(key, undefined) !== undefined,
      defineProperty: () => false,
    });
    this.#originals.set(proxy, value);
    return proxy;
  }

  /** Getters and methods belong to the object itself: private fields are out of a proxy's reach. */
  #member(target: object, key: PropertyKey): unknown {
    const value: unknown = Reflect.get(target, key);
    const own = Reflect.getOwnPropertyDescriptor(target, key);
    // A proxy has to tell the truth about what can never change.
    if (key === "constructor" || (own?.configurable === false && own.writable === false)) return value;
    if (typeof value !== "function") return this.of(value);
    return (...args: unknown[]): unknown =>
      Reflect.apply(
        value,
        target,
        args.map((item) => this.#original(item)),
      );
  }

  #original(value: unknown): unknown {
    return typeof value === "object" && value !== null ? (this.#originals.get(value) ?? value) : value;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isExactly<T extends object>(value: object, type: new (...args: never[]) => T): value is T {
  return Object.getPrototypeOf(value) === type.prototype;
}
