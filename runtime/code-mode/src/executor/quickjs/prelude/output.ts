/** `console` and `show`. */
export const output = `// The words of a value that was thrown. Each getter of it is the program's own code, and may throw.
const textOf = (value, key) => {
  try {
    const text = value[key];
    return typeof text === "string" ? text : undefined;
  } catch {
    return undefined;
  }
};
const sentence = (error) => (isObject(error) ? textOf(error, "message") : undefined) ?? worded(error);
const named = function (key, value) {
  const name = nameOf(value);
  return name === undefined ? (lost(this, key, value) ?? shaped(value)) : "[" + name + "]";
};
const worded = (value) => {
  if (typeof value === "string") return value;
  let kind = "[object]";
  try {
    if (!isObject(value)) return StringOf(value);
    // Throws where it is a proxy that was revoked.
    if (isArray(value)) kind = "[array]";
    if (value instanceof ErrorClass) return textOf(value, "name") + ": " + textOf(value, "message");
    if (typeof value === "function") return "[function " + textOf(value, "name") + "]";
    return stringify(value, named) ?? typeof value;
  } catch {
    return kind;
  }
};

let lines = 0;
let bytes = 0;
let isCut = false;
const log = (level, values) => {
  if (isCut) return;
  let text = "";
  for (let at = 0; at < values.length; at++) text += (at === 0 ? "" : " ") + worded(values[at]);
  const room = settings.consoleBytes - bytes;
  if (lines >= settings.consoleLines || isLonger(text, room)) {
    isCut = true;
    // The text is longer than its room, so a third of that is filled in any script.
    const part = apply(slice, text, [0, room / 3]);
    if (lines < settings.consoleLines && part !== "") tell("console", level, part);
    const cut = "Console output above " + settings.consoleBytes + " bytes or " + settings.consoleLines + " lines is cut.";
    tell("console", "warn", cut);
    return;
  }
  lines++;
  bytes += byteLength(text);
  tell("console", level, text);
};
const consoleObject = {};
for (const level of ["log", "info", "warn", "error", "debug"])
  hidden(consoleObject, level, (...values) => log(level, values));
// A program that has paid by now does not fail because it shows a table of that.
for (const name of ["table", "dir"]) hidden(consoleObject, name, (value) => log("log", list(value)));
for (const name of ["group", "groupCollapsed", "trace"]) hidden(consoleObject, name, (...values) => log("log", values));
for (const name of ["groupEnd", "time", "timeLog", "timeEnd", "count", "countReset", "clear"])
  hidden(consoleObject, name, () => {});
hidden(consoleObject, "assert", (isSo, ...values) => {
  if (isSo) return;
  const said = list("Assertion failed:");
  for (let at = 0; at < values.length; at++) said[at + 1] = values[at];
  log("error", said);
});

let shownBytes = 0;
const show = (value) => {
  const json = toJson(value);
  const room = settings.returnBytes - shownBytes;
  if (isLonger(json, room))
    throw new RangeErrorClass("A program shows at most " + settings.returnBytes + " bytes of JSON.");
  shownBytes += byteLength(json);
  tell("shown", json);
};
`;
