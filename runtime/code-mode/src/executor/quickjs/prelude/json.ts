/** `ToolError`, and values as JSON text. */
export const json = `class ToolError extends ErrorClass {}
hidden(ToolError.prototype, "name", "ToolError");
const toolError = (fields, stack) => {
  const error = construct(ToolError, [typeof fields.message === "string" ? fields.message : ""]);
  const keys = ownKeys(fields);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    if (key === "name" || key === "stack") continue;
    defineProperty(error, key, record({ value: fields[key], writable: true, enumerable: true, configurable: true }));
  }
  hidden(error, "stack", stack);
  return error;
};

const nameOf = (value) => {
  if (typeof value === "function") return "a function";
  if (typeof value === "symbol") return "a symbol";
  if (typeof value === "bigint") return "a BigInt";
  if (typeof value !== "object" || value === null) return undefined;
  const prototype = getPrototypeOf(value);
  if (prototype === bigIntPrototype) return "a BigInt";
  return prototype === promisePrototype ? "a promise that was not awaited" : undefined;
};
// A promise that nobody awaited would be {} without a word, and a Map, too.
const plain = (key, value) => {
  const name = nameOf(value);
  if (name !== undefined) throw new TypeErrorClass(name + (key === "" ? "" : " at " + quoted("" + key)) + " is no JSON");
  if (typeof value !== "object" || value === null) return value;
  const prototype = getPrototypeOf(value);
  if (prototype !== mapPrototype && prototype !== setPrototype) return value;
  const items = [];
  const add = (item) =>
    defineProperty(items, items.length, record({ value: item, writable: true, enumerable: true, configurable: true }));
  if (prototype === mapPrototype) apply(mapEach, value, [(item, key) => add([key, item])]);
  else apply(setEach, value, [add]);
  return items;
};
// A value with a toJSON that gives nothing has no text.
const toJson = (value) => (value === undefined ? "null" : (stringify(value, plain) ?? "null"));
`;
