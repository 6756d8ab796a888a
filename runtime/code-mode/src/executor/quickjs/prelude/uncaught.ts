/** Errors that nothing catches. */
export const uncaught = `// So many are kept, as some are caught later, and told in words.
const mostKept = 20;
const mostWorded = 3;
let uncaughtCount = 0;
let isUncaughtNew = false;
const uncaughtReasons = new MapClass();
// Said by the engine of a promise that is rejected while nothing waits for it, and once more when something does.
const rejected = (promise, reason, isHandled) => {
  isUncaughtNew = true;
  uncaughtCount += isHandled ? -1 : 1;
  if (isHandled) apply(mapDelete, uncaughtReasons, [promise]);
  else if (apply(mapSize, uncaughtReasons, []) < mostKept) apply(mapSet, uncaughtReasons, [promise, reason]);
};
const tellUncaught = () => {
  if (!isUncaughtNew) return;
  isUncaughtNew = false;
  tell("uncaught", "" + uncaughtCount);
  let left = mostWorded;
  apply(mapEach, uncaughtReasons, [(reason) => (left-- > 0 ? tellError("reason", reason) : undefined)]);
};
`;
