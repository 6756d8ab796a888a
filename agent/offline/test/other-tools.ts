import { define, text } from "./define.ts";

/** Tools the planner has no table entry for, as an application might bring them. */
export const otherTools = [
  define(
    "get_weather",
    "Get the weather forecast for a city.",
    {
      location: text("city name"),
      unit: { type: "string", enum: ["celsius", "fahrenheit"] },
      days: { type: "integer", description: "days ahead", minimum: 1, maximum: 14 },
    },
    ["location"],
  ),
  define(
    "send_email",
    "Send an email.",
    {
      to: { type: "array", items: { type: "string", format: "email" }, description: "recipients" },
      subject: text("subject line"),
      body: text("the text of the mail"),
      urgent: { type: "boolean" },
    },
    ["to", "subject", "body"],
  ),
  define(
    "convert_currency",
    "Convert an amount of money from one currency to another.",
    {
      amount: { type: "number" },
      from: text("currency code, ISO 4217"),
      to: text("currency code, ISO 4217"),
    },
    ["amount", "from", "to"],
  ),
  define(
    "create_event",
    "Create a calendar event.",
    {
      title: text("name of the event"),
      date: { type: "string", format: "date" },
      time: text("time of day"),
      duration_minutes: { type: "integer", description: "length in minutes" },
      where: {
        type: "object",
        properties: { room: text("room name"), floor: { type: "integer" } },
        required: ["room"],
      },
    },
    ["title", "date"],
  ),
  define(
    "set_light",
    "Switch a light on or off, or dim it.",
    {
      room: text("which room"),
      on: { type: "boolean" },
      brightness: { type: "integer", minimum: 0, maximum: 100, description: "percent" },
    },
    ["room"],
  ),
  define(
    "translate",
    "Translate text into another language.",
    {
      text: text("the text to translate"),
      target_language: text("language to translate into"),
    },
    ["text", "target_language"],
  ),
  define("roll_dice", "Roll dice.", {
    count: { type: "integer", description: "how many dice" },
    sides: { type: "integer", description: "sides of each die" },
  }),
  define(
    "query_db",
    "Run a SQL query against the database.",
    { sql: text("SQL statement"), readonly: { type: "boolean" } },
    ["sql"],
  ),
  define("set_timer", "Start a countdown timer.", { seconds: { type: "number" }, label: text("name of the timer") }, [
    "seconds",
  ]),
  define(
    "resizeImage",
    "Resize an image file.",
    {
      imagePath: text("path of the image"),
      width: { type: "integer" },
      height: { type: "integer" },
      keepRatio: { type: "boolean" },
    },
    ["imagePath", "width"],
  ),
  define("move_file", "Move or rename a file.", { source: text("path to move"), destination: text("new path") }, [
    "source",
    "destination",
  ]),
  define(
    "create_ticket",
    "Open a ticket in the issue tracker.",
    {
      title: text("short summary"),
      priority: { enum: ["low", "medium", "high"] },
      labels: { type: "array", items: { enum: ["bug", "feature", "docs"] } },
    },
    ["title", "priority"],
  ),
  define("get_stock_price", "Get the latest price of a stock.", { ticker: text("ticker symbol") }, ["ticker"]),
  define("ping", "Check whether the service answers.", {}),
];
