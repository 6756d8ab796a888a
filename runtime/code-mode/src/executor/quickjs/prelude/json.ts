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
  if (isUsual(value)) return undefined;
  if (inherits(value, bigIntPrototype)) return "a BigInt";
  if (inherits(value, promisePrototype)) return "a promise that was not awaited";
  for (let at = 0; at < opaque.length; at++) if (inherits(value, opaque[at])) return opaqueNames[at];
  const isIterator = inherits(value, iteratorPrototype) || inherits(value, asyncIteratorPrototype);
  return isIterator ? "an iterator that was not made a list" : undefined;
};
// Most values are objects and arrays of no class, which need no look at each class there is.
const isUsual = (value) => {
  const prototype = getPrototypeOf(value);
  return prototype === objectPrototype || prototype === arrayPrototype;
};
// A Map would be {} without a word, and an error without its message.
const shaped = (value) => {
  if (typeof value !== "object" || value === null || isUsual(value)) return value;
  shapes ??= new MapClass();
  const known = apply(mapGet, shapes, [value]);
  if (known !== undefined) return known;
  const shape = shapeOf(value);
  if (shape !== value) apply(mapSet, shapes, [value, shape]);
  return shape;
};
const shapeOf = (value) => {
  const isMap = inherits(value, mapPrototype);
  const isTyped = !isMap && inherits(value, typedArrayPrototype);
  if (!isMap && !isTyped && !inherits(value, setPrototype)) return isError(value) ? errorFields(value) : value;
  const items = [];
  const add = (item) =>
    defineProperty(items, items.length, record({ value: item, writable: true, enumerable: true, configurable: true }));
  if (isMap) apply(mapEach, value, [(item, key) => add([key, item])]);
  else if (isTyped) for (let at = 0, end = apply(typedLength, value, []); at < end; at++) add(value[at]);
  else apply(setEach, value, [add]);
  return items;
};
// The message of a ToolError is a field as the others are.
const isError = (value) => value instanceof ErrorClass && getOwnPropertyDescriptor(value, "message")?.enumerable !== true;
const ownValue = (error, key) => getOwnPropertyDescriptor(error, key)?.value;
const errorFields = (error) =>
  record({
    name: textOf(error, "name"),
    message: textOf(error, "message"),
    cause: ownValue(error, "cause"),
    errors: ownValue(error, "errors"),
    ...error,
  });

// What is no number or no date would be null, which reads as what is not there, and a pattern would be {}.
const lost = (holder, key, value) => {
  if (typeof value === "number") return isFinite(value) ? undefined : StringOf(value);
  if (typeof value === "object" && value !== null && !isUsual(value) && inherits(value, regExpPrototype))
    return apply(regExpText, value, []);
  return value === null && inherits(holder[key], datePrototype) ? "Invalid Date" : undefined;
};
// A promise that nobody awaited and an iterator would be {} without a word, too.
const plain = function (key, value) {
  const name = nameOf(value);
  if (name !== undefined) throw noJson(name, key);
  return lost(this, key, value) ?? shaped(value);
};
const noJson = (name, key) => new TypeErrorClass(name + (key === "" ? "" : " at " + quoted("" + key)) + " is no JSON");
// A tool would take a word for what was meant.
const plainArgument = function (key, value) {
  const word = lost(this, key, value);
  if (word !== undefined) throw noJson(word, key);
  return apply(plain, this, [key, value]);
};
// A value with a toJSON that gives nothing has no text.
const toJson = (value) => (value === undefined ? "null" : (stringify(value, plain) ?? "null"));
`;
