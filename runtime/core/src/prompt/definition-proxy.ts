import { checkProxyOptions } from "./check-definitions.ts";
import type { DefinitionType } from "./definition-tracker.ts";

/** What a definition gives back: its tag for templates, and what can be wished for it. */
export interface DefinitionProxy {
  /** The tag, for example `<search>`. Any other text property reads as the tag too. */
  readonly value: string;
  toString(): string;
  /** Has the model reminded of it with its next call. Gives the tag. */
  remind(): string;
  /** Leaves it out of the next model call. Gives the tag. */
  disable(): string;
}

/** What a proxy stands for, and who hears its wishes. */
export interface DefinitionProxyOptions {
  readonly tag: string;
  readonly type: DefinitionType;
  readonly name: string;
  onRemind(type: DefinitionType, name: string): void;
  onDisable(type: DefinitionType, name: string): void;
}

/** Makes a proxy of a definition. Each call makes a new one; they compare by their tag, not by identity. */
export function createDefinitionProxy(options: DefinitionProxyOptions): DefinitionProxy {
  checkProxyOptions(options);
  const { tag, type, name } = options;
  const after = (wish: () => void) => () => {
    wish();
    return tag;
  };
  const members = {
    value: tag,
    remind: after(() => options.onRemind(type, name)),
    disable: after(() => options.onDisable(type, name)),
  };
  const target: DefinitionProxy = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(members),
    toString: { value: () => tag },
    valueOf: { value: () => tag },
    [Symbol.toPrimitive]: { value: () => tag },
  });
  // Own properties only: `constructor` and the like would leak from a prototype. `then` is a text, so awaiting is safe.
  return new Proxy(target, {
    get: (members, key) => (Object.hasOwn(members, key) ? Reflect.get(members, key) : otherMember(key, tag)),
  });
}

function otherMember(key: string | symbol, tag: string): string | undefined {
  return typeof key === "string" ? tag : undefined;
}
