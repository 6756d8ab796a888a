import { expect, it } from "vitest";
import { plainWords } from "./plain-words.tsx";

it.each([
  ["The **bold** and `src/app.js` of [a page](https://example.org)", "The bold and src/app.js of a page"],
  ["…half a **sign** and **the other", "…half a sign and the other"],
  ["…one** ends, `two` stands, `three…", "…one ends, two stands, three…"],
  ["It is done. ## What changed - **app.js**: `a ** b`", "It is done. What changed - app.js: a ** b"],
  ["- an item, 2**3 = 8, a * b, snake_case", "an item, 2**3 = 8, a * b, snake_case"],
  ["![a cat](cat.png) <b>kept</b>", "a cat <b>kept</b>"],
  ["", ""],
])("says %j without its signs", (line, words) => {
  expect(plainWords(line)).toBe(words);
});
