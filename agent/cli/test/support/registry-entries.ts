/** Entries of the MCP registry. */
export const stdio = { type: "stdio" };
export const npm = { registryType: "npm", identifier: "@example/weather", version: "1.2.3", transport: stdio };
export const entry = (more: object) => ({
  name: "io.github.example/weather",
  description: "Weather.",
  version: "1.2.3",
  ...more,
});
export const packed = (more: object) => entry({ packages: [{ ...npm, ...more }] });
export const BOTH = {
  packageArguments: [
    { type: "positional", value: "serve" },
    { type: "positional", valueHint: "folder", isRequired: true, description: "Where it looks." },
    { type: "named", name: "--units", default: "metric", choices: ["metric", "imperial"] },
    { type: "named", name: "-v", format: "boolean", value: "true" },
    { type: "named", name: "--quiet", format: "boolean", value: "false" },
    { type: "named", name: "--left-out" },
  ],
  environmentVariables: [
    { name: "API_KEY", isSecret: true, isRequired: true },
    { name: "OTHER_KEY", isSecret: true },
    { name: "PLACE", value: "https://{region}.example.org", variables: { region: { default: "eu" } } },
  ],
};
