// Shows the program at work, from real runs with a scripted model: `npm run film -- terminal` films `toolwright chat`
// as docs/demo/terminal.svg, `-- page` takes the pictures of docs/web/, `-- picture` draws what `npm start` prints as
// docs/demo.svg. Several words do several; needs tmux, the page also Chromium.
import { takePictures } from "./page.mjs";
import { drawStart } from "./picture.mjs";
import { filmTerminal } from "./terminal.mjs";

const FILMS = new Map([
  ["terminal", filmTerminal],
  ["page", takePictures],
  ["picture", drawStart],
]);

const words = process.argv.slice(2);
if (words.length === 0 || !words.every((word) => FILMS.has(word))) {
  console.error(`usage: npm run film -- ${[...FILMS.keys()].join(" | ")}`);
  process.exit(2);
}
for (const word of words) await FILMS.get(word)();
