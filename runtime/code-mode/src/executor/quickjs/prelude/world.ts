import { localeTexts } from "./locale-texts.ts";

/** What a program finds in the world, and what it does not. */
export const world = `const { random } = settings;
const rotated = (word, by) => (word << by) | (word >>> (32 - by));
// xoshiro128**, by David Blackman and Sebastiano Vigna.
const nextWord = () => {
  const result = imul(rotated(imul(random[1], 5), 7), 9) >>> 0;
  const shifted = random[1] << 9;
  random[2] ^= random[0];
  random[3] ^= random[1];
  random[1] ^= random[2];
  random[0] ^= random[3];
  random[2] ^= shifted;
  random[3] = rotated(random[3], 11);
  return result;
};
hidden(Math, "random", () => ((nextWord() >>> 5) * 67108864 + (nextWord() >>> 6)) / 9007199254740992);

// Programs are written that parse what a call gave, which is a value already.
hidden(JSON, "parse", (text, revive) => (isObject(text) && isUsual(text) ? text : parse(text, revive)));

${localeTexts}
// Text is no code: the source that a person was shown is all that runs.
const noCode = function () {
  throw new TypeErrorClass("Code from text is not run here.");
};
for (const sample of [function () {}, async function () {}, function* () {}, async function* () {}]) {
  const prototype = getPrototypeOf(sample);
  const refusing = function () { return noCode(); };
  defineProperty(refusing, "name", getOwnPropertyDescriptor(prototype.constructor, "name"));
  defineProperty(refusing, "prototype", record({ value: prototype }));
  defineProperty(prototype, "constructor", record({ value: refusing, writable: true, configurable: true }));
}
hidden(globalThis, "Function", getPrototypeOf(noCode).constructor);
hidden(globalThis, "eval", noCode);
delete globalThis.SharedArrayBuffer;
delete globalThis.Atomics;
delete globalThis.WeakRef;
delete globalThis.FinalizationRegistry;
delete globalThis.performance;

hidden(globalThis, "queueMicrotask", (callback) => {
  if (typeof callback !== "function") throw new TypeErrorClass("queueMicrotask takes a function.");
  microtask(() => {
    try {
      callback();
    } catch (error) {
      end(false, error);
    }
  });
});
hidden(globalThis, "tools", tools);
hidden(globalThis, "ToolError", ToolError);
hidden(globalThis, "attempt", attempt);
hidden(globalThis, "console", consoleObject);
hidden(globalThis, "show", show);
`;
