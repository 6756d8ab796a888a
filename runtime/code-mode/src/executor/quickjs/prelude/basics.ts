/** The built-in functions that the prelude works with, and what it tells the host. */
export const basics = `const { parse, stringify: engineStringify } = JSON;
const { apply, ownKeys, construct } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, freeze, keys: keysOf } = Object;
const PromiseClass = Promise;
const promisePrototype = Promise.prototype;
const ErrorClass = Error;
const TypeErrorClass = TypeError;
const RangeErrorClass = RangeError;
const ProxyClass = Proxy;
const StringOf = String;
const { isArray } = Array;
const { join } = Array.prototype;
const { isFinite } = Number;
const numberPrototype = Number.prototype;
const stringPrototype = String.prototype;
const booleanPrototype = Boolean.prototype;
const bigIntPrototype = BigInt.prototype;
const { valueOf: numberValue, toFixed } = numberPrototype;
const { valueOf: stringValue, charCodeAt, slice } = stringPrototype;
const { valueOf: booleanValue } = booleanPrototype;
const { exec } = RegExp.prototype;
const functionText = Function.prototype.toString;
const MapClass = Map;
const mapPrototype = Map.prototype;
const { forEach: mapEach, get: mapGet, set: mapSet, delete: mapDelete } = mapPrototype;
const { get: mapSize } = getOwnPropertyDescriptor(mapPrototype, "size");
const setEach = Set.prototype.forEach;
const setPrototype = Set.prototype;
const objectPrototype = Object.prototype;
const arrayPrototype = Array.prototype;
const datePrototype = Date.prototype;
const { toISOString: isoText } = datePrototype;
const regExpPrototype = RegExp.prototype;
const regExpText = regExpPrototype.toString;
const typedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
const { get: typedLength } = getOwnPropertyDescriptor(typedArrayPrototype, "length");
const iteratorPrototype = Iterator.prototype;
const asyncIteratorPrototype = getPrototypeOf(getPrototypeOf(getPrototypeOf((async function* () {})())));
const { isPrototypeOf } = objectPrototype;
const microtask = queueMicrotask;
const { imul } = Math;
const { toPrimitive } = Symbol;

const inherits = (value, prototype) => apply(isPrototypeOf, prototype, [value]);
const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
const list = (...items) => setPrototypeOf(items, null);
const record = (properties) => setPrototypeOf(properties, null);
const settings = parse(settingsText);
// Nothing can be read from them as JSON is.
const opaque = list(ArrayBuffer.prototype, DataView.prototype, WeakMap.prototype, WeakSet.prototype);
const opaqueNames = list("an ArrayBuffer", "a DataView", "a WeakMap", "a WeakSet");
const hidden = (owner, name, value) =>
  defineProperty(owner, name, record({ value, writable: true, enumerable: false, configurable: true }));

// A stack is text here and stays text: a program could hear of the functions of this file otherwise.
ErrorClass.stackTraceLimit = 30;
delete ErrorClass.prepareStackTrace;
delete ErrorClass.stackTraceLimit;
const { captureStackTrace } = ErrorClass;
// From where \`called\` was called: the functions between are of this file.
const stackAt = (called) => {
  const holder = record({});
  captureStackTrace(holder, called);
  const { stack } = holder;
  return typeof stack === "string" ? apply(slice, stack, [0, 4000]) : "";
};

// In the engine itself: to look at each character here takes ten times as long, of the time of the program.
const beyondAscii = /[^\\x00-\\x7f]/;
const isAscii = (text) => apply(exec, beyondAscii, [text]) === null;
const byteLength = (text) => {
  let bytes = text.length;
  if (isAscii(text)) return bytes;
  for (let at = 0; at < text.length; at++) {
    const code = apply(charCodeAt, text, [at]);
    if (code < 128) continue;
    // A pair of surrogates is four bytes: two for each half.
    bytes += code < 2048 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
};
const isLonger = (text, bytes) =>
  text.length > bytes || (text.length * 3 > bytes && byteLength(text) > bytes);

// What this turn has to tell the host, as words without a prototype.
let told = list();
// Those of the words that are too long to be copied once more.
let long = list();
let next = 0;
const take = () => {
  if (next < long.length) return long[next++];
  tellUncaught();
  const words = told;
  const lengths = list();
  told = list();
  long = list();
  next = 0;
  // All others in one text, behind their lengths: to pass the door takes as long as a short turn.
  for (let at = 0; at < words.length; at++) {
    const { length } = words[at];
    lengths[at] = length > 65536 ? "" : length;
    if (length <= 65536) continue;
    long[long.length] = words[at];
    words[at] = "";
  }
  return apply(join, lengths, [","]) + "\\n" + apply(join, words, [""]);
};
// Calls nothing, so that a full stack cannot cut it off in between.
const tell = (...parts) => {
  for (let at = 0; at < parts.length; at++) told[told.length] = parts[at];
};
`;
