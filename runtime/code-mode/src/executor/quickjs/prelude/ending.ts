/** Start and end of the program. */
export const ending = `let hasEnded = false;
const end = (ok, value) => {
  if (hasEnded) return;
  hasEnded = true;
  if (ok) {
    let json;
    try {
      json = toJson(value);
    } catch (error) {
      return tellWords("threw", "TypeError", "The returned value is no JSON: " + sentence(error), "");
    }
    return tell("returned", json);
  }
  tellError("threw", value);
};
const tellError = (kind, value) => {
  if (!isObject(value)) return tellWords(kind, "Error", worded(value), "");
  tellWords(kind, textOf(value, "name") || "Error", withCauses(value), textOf(value, "stack") ?? "");
};
// A program that throws an error of its own for that of a call says there why, and Promise.any says it nowhere else.
const withCauses = (error) => {
  const message = sentence(error);
  let causes = "";
  try {
    const given = isArray(error.errors) ? error.errors : error.cause === undefined ? [] : [error.cause];
    for (let at = 0; at < given.length && at < 5; at++) causes += (at === 0 ? "" : "; ") + worded(given[at]);
  } catch {}
  if (message === "" || causes === "") return message + causes;
  return message + " (" + causes + ")";
};
const tellWords = (kind, name, message, stack) =>
  tell(kind, apply(slice, name, [0, 200]), apply(slice, message, [0, 10000]), apply(slice, stack, [0, 4000]));

const run = async (program) => {
  try {
    const promise = program();
    // The language asks a promise for its class before it waits for it, and a program may have changed the answer.
    hidden(promise, "constructor", PromiseClass);
    end(true, await promise);
  } catch (error) {
    end(false, error);
  }
};
const start = (program, text) => {
  if (typeof program !== "function" || apply(functionText, program, []) !== text) return false;
  run(program);
  return true;
};
`;
