// How many programs of a model parse, run, and are right: twelve questions with fifty tools, each some times.
// Usage: npm run program-share -- --base-url http://127.0.0.1:8080/v1 --model NAME [--times 3] [--only TEXT] [--told]
import { parseArgs } from "node:util";
import { createOpenAiCompatibleModel } from "@toolwright/models";
import { wilsonInterval } from "../../runtime/evals/src/report/wilson-interval.ts";
import { table } from "./measure/measure.mjs";
import { askModel } from "./program-tokens/asked-model.ts";
import { QUESTIONS } from "./program-tokens/questions.ts";

const { values } = parseArgs({
  options: {
    "base-url": { type: "string" },
    model: { type: "string" },
    times: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    told: { type: "boolean", default: false },
  },
});
if (values["base-url"] === undefined || values.model === undefined) {
  console.error("Which model? Say --base-url URL --model NAME; any server with an OpenAI-compatible address does.");
  process.exit(2);
}

const times = Number(values.times);
const all = [];
const rows = [];
for (const question of QUESTIONS.filter(({ name }) => name.includes(values.only))) {
  const went = [];
  for (let seed = 1; seed <= times; seed += 1) {
    const model = createOpenAiCompatibleModel({
      baseUrl: values["base-url"],
      model: values.model,
      firstByteTimeoutMs: 1_800_000,
    });
    const one = await askModel({ model, llmOptions: { seed, temperature: 0.2, max_tokens: 700 } }, question);
    went.push(one);
    if (values.told) console.log(`${question.name} ${seed}:\n${one.told.map((text) => `  ${text}`).join("\n")}`);
  }
  all.push(...went);
  rows.push([question.name, ...shares(went)]);
}
console.log(table(["question", "parses", "runs", "is right", "right in the end", "programs"], rows));
const share = (count) => `${count} of ${all.length} (${wilsonInterval(count, all.length).map(percent).join(" to ")})`;
const [parsed, ran, firstRight, right] = counts(all);
console.log(`\nFirst programs that parse ${share(parsed)}, run ${share(ran)}, are right ${share(firstRight)};`);
console.log(`right in the end ${share(right)}. In brackets: 95 %.`);

function shares(went) {
  const programs = went.reduce((sum, one) => sum + one.programs, 0);
  return [...counts(went), programs].map(String);
}

function counts(went) {
  return ["firstParsed", "firstRan", "firstRight", "right"].map((key) => went.filter((one) => one[key]).length);
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}
