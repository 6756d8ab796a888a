/**
 * `stringify`: as `JSON.stringify` with a function for values, whatever the program did to `Array.prototype`. QuickJS
 * keeps the values that it is inside of in an array, by setting, and so meets what stands there. Where something does,
 * the text is made here, of steps that no program can change, which takes three times as long.
 */
export const jsonText = `// What stands for a value that is no JSON is made once in a text, as a circle is found by what it is inside of.
let shapes;
const stringify = (value, refine) => {
  const around = shapes;
  shapes = undefined;
  try {
    return isWhole() ? engineStringify(value, refine) : textOfParts(value, refine);
  } finally {
    shapes = around;
  }
};
// It is an array itself: its length is above each of its keys that are numbers.
const isWhole = () => arrayPrototype.length === 0 && getPrototypeOf(arrayPrototype) === objectPrototype;
const quoted = (text) => engineStringify(text);

// In a loop, so that depth needs no stack, as it needs little in the engine's own.
const textOfParts = (given, refine) => {
  let frame;
  let key = "";
  let value = given;
  while (true) {
    value = refined(frame?.value, key, value, refine);
    if (typeof value === "object" && value !== null) frame = opened(value, frame);
    else if (frame === undefined) return simpleText(value);
    else put(frame, simpleText(value));
    while (frame.at === frame.length) {
      const text = closed(frame);
      frame = frame.outer;
      if (frame === undefined) return text;
      put(frame, text);
    }
    key = frame.keys === undefined ? frame.at : frame.keys[frame.at];
    frame.at++;
    value = frame.value[key];
  }
};

const opened = (value, outer) => {
  for (let around = outer; around !== undefined; around = around.outer)
    if (around.value === value) throw new TypeErrorClass("circular reference");
  const keys = isArray(value) ? undefined : keysOf(value);
  return { value, outer, keys, length: keys === undefined ? value.length >>> 0 : keys.length, at: 0, parts: list() };
};
const put = ({ keys, at, parts }, text) => {
  if (keys === undefined) parts[parts.length] = text ?? "null";
  else if (text !== undefined) parts[parts.length] = quoted(keys[at - 1]) + ":" + text;
};
const closed = ({ keys, parts }) => {
  const text = apply(join, parts, [","]);
  return keys === undefined ? "[" + text + "]" : "{" + text + "}";
};

const refined = (holder, key, given, refine) => {
  let value = given;
  if (isObject(value) || typeof value === "bigint") {
    const { toJSON } = value;
    if (typeof toJSON === "function") value = apply(toJSON, value, ["" + key]);
  }
  value = apply(refine, holder ?? { "": given }, [key, value]);
  return typeof value === "object" && value !== null ? unboxed(value) : value;
};
const unboxed = (value) => {
  const prototype = getPrototypeOf(value);
  if (prototype === numberPrototype) return apply(numberValue, value, []);
  if (prototype === stringPrototype) return apply(stringValue, value, []);
  return prototype === booleanPrototype ? apply(booleanValue, value, []) : value;
};
const simpleText = (value) => {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") return isFinite(value) ? "" + value : "null";
  if (typeof value === "boolean" || value === null) return "" + value;
  if (typeof value === "bigint") throw new TypeErrorClass("a BigInt is no JSON");
};
`;
