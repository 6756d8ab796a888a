import { expect, it } from "vitest";
import { betterDescription } from "./better-description.ts";

it.each([
  ["This tool finds orders.", "Finds orders."],
  ["A tool that searches the web", "Searches the web"],
  ["The function to delete a file", "Delete a file"],
  ["It will send an email.", "Send an email."],
  ["Tool to read a page", "Read a page"],
  ["Used to find an order", "Find an order"],
  ["This function can be used", undefined],
  ["The tool for orders.", undefined],
  ["A list of orders", undefined],
  ["Find an order.", undefined],
  [
    `Find an order.
       By its id:
         - exact
       or not at all.`,
    "Find an order.\nBy its id:\n  - exact\nor not at all.",
  ],
])("%s", (description, better) => {
  expect(betterDescription(description)).toBe(better);
});
