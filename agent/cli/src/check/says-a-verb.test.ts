import { expect, it } from "vitest";
import { saysAVerb } from "./says-a-verb.ts";

it.each([
  "Find an order.",
  "Finds orders of a customer",
  "Searches the web",
  "Copies a file",
  "Planning a trip",
  "Asynchronously write a file.",
  "Ask the user",
  "Applied to a file, trims it",
  "Greets a person",
  "Echo the text",
  "Toggle a light",
  "Sleep for some milliseconds",
  "Plots a chart",
])("%s", (description) => {
  expect(saysAVerb(description)).toBe(true);
});

it.each([
  "Weather for a city",
  "Customer data",
  "Current temperature in °C",
  "User info: find it here",
  "Ausgabe der Bestellungen",
])("not in %s", (description) => {
  expect(saysAVerb(description)).toBe(false);
});
