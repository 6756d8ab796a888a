/** `tools` and `attempt`: calls that are asked for, and their outcomes. */
export const calls = `const waiting = list();
let asked = 0;
const ask = (name, args, tool, more) => {
  const stack = stackAt(tool);
  const refuse = (message) =>
    new PromiseClass((_, reject) =>
      reject(toolError(record({ code: "invalid_arguments", message, tool: name, ran: "no" }), stack)),
    );
  // A list calls what it maps with a number. An object would be left out, and the call run without what it says.
  if (typeof more === "object" && more !== null)
    return refuse("A call takes one object of arguments, and was given another one. Put all into the first.");
  let json;
  try {
    json = args === undefined ? "{}" : stringify(args, plainArgument);
    if (typeof json !== "string") return refuse("The arguments are no JSON.");
  } catch (error) {
    return refuse("The arguments are no JSON: " + sentence(error));
  }
  if (isLonger(json, settings.argumentBytes))
    return refuse("The arguments are more than " + settings.argumentBytes + " bytes of JSON. Pass less.");
  return new PromiseClass((resolve, reject) => {
    const number = asked;
    waiting[number] = record({ resolve, reject, name, stack });
    tell("call", name, json, stack);
    asked = number + 1;
  });
};
const settle = (number, ok, json) => {
  const call = waiting[number];
  if (call === undefined) return false;
  waiting[number] = undefined;
  let value;
  try {
    value = parse(json);
    if (!ok) value = toolError(value, call.stack);
  } catch (error) {
    ok = false;
    const message = "The result cannot be read: " + sentence(error);
    value = toolError(record({ code: "execution_failed", message, tool: call.name, ran: "yes" }), call.stack);
  }
  if (ok) call.resolve(value);
  else call.reject(value);
  return true;
};

const names = record({});
for (let at = 0; at < settings.tools.length; at++) names[settings.tools[at]] = true;
const functions = record({});
// What the language itself calls of an object is no call, and what every object has is one where a tool has the name.
const isAsked = (key) =>
  typeof key === "string" && key !== "then" && key !== "toJSON" && (names[key] === true || !(key in objectPrototype));
const functionOf = (name) => {
  if (functions[name] === undefined) {
    const tool = (args, more) => ask(name, args, tool, more);
    defineProperty(tool, "name", record({ value: name, configurable: true }));
    functions[name] = tool;
  }
  return functions[name];
};
const tools = new ProxyClass(record({}), record({
  get: (_, key) => (isAsked(key) ? functionOf(key) : key === toPrimitive ? () => "[tools]" : undefined),
  has: (_, key) => names[key] === true,
  ownKeys: () => {
    const keys = [];
    for (let at = 0; at < settings.tools.length; at++)
      defineProperty(keys, at, record({ value: settings.tools[at], writable: true, enumerable: true, configurable: true }));
    return keys;
  },
  getOwnPropertyDescriptor: (_, key) =>
    names[key] === true
      ? record({ value: functionOf(key), writable: false, enumerable: true, configurable: true })
      : undefined,
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
  setPrototypeOf: () => false,
  preventExtensions: () => false,
}));

const attempt = async (promise, ...args) => {
  try {
    return { ok: true, value: await (typeof promise === "function" ? apply(promise, undefined, args) : promise) };
  } catch (error) {
    return { ok: false, error };
  }
};
`;
