import type { JsonObject } from "@toolwright/core";
import { describe, expect, it } from "vitest";
import { callsFor } from "../test/calls-for.ts";
import { otherTools } from "../test/other-tools.ts";
import { shippedTools } from "../test/shipped-tools.ts";

type Expected = readonly (readonly [name: string, given: JsonObject])[];

const table: readonly (readonly [request: string, calls: Expected])[] = [
  ["What's the weather in New York?", [["get_weather", { location: "New York" }]]],
  [
    "weather forecast for Paris in celsius for 3 days",
    [["get_weather", { location: "Paris", unit: "celsius", days: 3 }]],
  ],
  [
    "Send an email to bob@example.com with subject 'Lunch' and body 'See you at noon'",
    [["send_email", { to: ["bob@example.com"], subject: "Lunch", body: "See you at noon" }]],
  ],
  [
    'Email ann@x.org and bob@y.org, subject "Hi", saying "Call me.", urgent',
    [["send_email", { to: ["ann@x.org", "bob@y.org"], subject: "Hi", body: "Call me.", urgent: true }]],
  ],
  ["Convert 100 USD to EUR", [["convert_currency", { amount: 100, from: "USD", to: "EUR" }]]],
  [
    "Create an event called 'Stand-up' on 2025-03-04 at 09:30 for 15 minutes",
    [["create_event", { title: "Stand-up", date: "2025-03-04", time: "09:30", duration_minutes: 15 }]],
  ],
  [
    "Schedule a meeting titled 'Review' on 2025-05-01 in room 'Blue'",
    [["create_event", { title: "Review", date: "2025-05-01", where: { room: "Blue" } }]],
  ],
  ["Turn on the light in the kitchen", [["set_light", { room: "kitchen", on: true }]]],
  ["Set the bedroom light to 40%", [["set_light", { room: "bedroom", brightness: 40 }]]],
  ["Translate 'good morning' to French", [["translate", { text: "good morning", target_language: "French" }]]],
  ["translate good night into German", [["translate", { text: "good night", target_language: "German" }]]],
  ["Roll two dice with 20 sides", [["roll_dice", { count: 2, sides: 20 }]]],
  ["Query the database: `SELECT * FROM users`", [["query_db", { sql: "SELECT * FROM users" }]]],
  ["Start a timer for 5 minutes", [["set_timer", { seconds: 300 }]]],
  [
    "Resize the image assets/logo.png to a width of 200 and a height of 100",
    [["resizeImage", { imagePath: "assets/logo.png", width: 200, height: 100 }]],
  ],
  ["Rename a.txt to b.txt", [["move_file", { source: "a.txt", destination: "b.txt" }]]],
  [
    "Open a ticket 'Crash on start' with high priority, labels bug and docs",
    [["create_ticket", { title: "Crash on start", priority: "high", labels: ["bug", "docs"] }]],
  ],
  ["What's the stock price of AAPL?", [["get_stock_price", { ticker: "AAPL" }]]],
  ["Ping the service", [["ping", {}]]],
  [
    "Roll the dice, then translate 'hi' to Dutch",
    [
      ["roll_dice", {}],
      ["translate", { text: "hi", target_language: "Dutch" }],
    ],
  ],
  [
    "weather in Paris and London",
    [
      ["get_weather", { location: "Paris" }],
      ["get_weather", { location: "London" }],
    ],
  ],
  ["Create an event 'Lunch' for tomorrow", []],
  ["Show me the weather forecast", []],
  ["Translate this to French", []],
  ["Send an email to bob", []],
  ["Order a pizza", []],
  ["Create an event for tomorrow", []],
];

describe("requests over tools it has never seen", () => {
  it.each(table)("%s", (request, calls) => {
    expect(callsFor(request, otherTools)).toEqual(calls);
  });

  it.each(table)("the same beside the standard tools: %s", (request, calls) => {
    expect(callsFor(request, [...shippedTools, ...otherTools])).toEqual(calls);
  });
});
