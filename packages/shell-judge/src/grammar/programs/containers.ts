import type { Form, Grammar } from "../grammar.ts";

const PLACE = "-n,--namespace=name -A,--all-namespaces --context=name --cluster=name --request-timeout=data";

const SHOWN =
  "-o,--output=match(wide|json|yaml|name|(?:jsonpath|custom-columns|go-template)=[^]*) -l,--selector=data --field-selector=data --sort-by=data " +
  "-w,--watch --show-labels --no-headers --ignore-not-found --show-kind -L,--label-columns=data --chunk-size=number";

const GITHUB =
  "-R,--repo=match([\\w.-]+(?:/[\\w.-]+){1,2}) -L,--limit=number -s,--state=data -l,--label=data -A,--author=data -a,--assignee=data -S,--search=data " +
  "-B,--base=data -H,--head=data -c,--comments --json=data -q,--jq=code(jq) -t,--template=data -b,--branch=data -w,--workflow=data --log --log-failed -v,--verbose " +
  "--name-only --patch --color=data -d,--draft -m,--milestone=data -j,--job=number --required -u,--user=data";

const looks = (operands = "data*"): Form => ({
  effect: "network",
  options: GITHUB,
  operands,
  check: ({ options }) =>
    options.some(({ option, role }) => option === "-w" && role.name === "flag") ? "opens a browser" : undefined,
});

/** Programs that talk to containers, clusters and GitHub, where they only look. */
export const CONTAINERS: readonly Grammar[] = [
  {
    names: "docker podman",
    versions: ["Docker 28"],
    subcommands: {
      "ps images": {
        effect: "reads",
        options:
          "-a,--all -q,--quiet --no-trunc -f,--filter=data --format=data -n,--last=number -l,--latest -s,--size --digests",
        operands: "data?",
      },
      version: { effect: "reads", options: "-f,--format=data" },
      "info stats top port diff history": {
        effect: "network",
        options: "-a,--all -f,--format=data --no-stream --no-trunc -q,--quiet -H,--human",
        operands: "data*",
      },
      logs: {
        effect: "network",
        options: "-f,--follow -n,--tail=data -t,--timestamps --since=data --until=data --details",
        operands: "name",
      },
      inspect: { effect: "asks", options: "-f,--format=data -s,--size --type=data", operands: "data+" },
      compose: {
        subcommands: {
          "ps images top version ls": {
            effect: "runs",
            options: "-a,--all -q,--quiet --format=data",
            operands: "name*",
          },
          logs: {
            effect: "runs",
            options: "-f,--follow -n,--tail=data -t,--timestamps --since=data --no-color",
            operands: "name*",
          },
        },
      },
      "network volume image container context": {
        effect: "network",
        options: "-a,--all -q,--quiet -f,--filter=data --format=data",
        operands: "one(ls|list)",
      },
    },
    alone: { effect: "reads", options: "-v,--version --help" },
  },
  {
    names: "kubectl",
    versions: ["kubectl 1.30"],
    options: PLACE,
    subcommands: {
      get: {
        effect: "network",
        options: `${PLACE} ${SHOWN}`,
        operands: "match((?!-)(?!(?:[\\w.-]+,)*secrets?(?:[./,]|$))[\\w./,-]+)+",
      },
      describe: {
        effect: "network",
        options: `${PLACE} -l,--selector=data --show-events`,
        operands: "match((?!-)[\\w./,-]+)+",
      },
      logs: {
        effect: "network",
        options: `${PLACE} -f,--follow -c,--container=name -p,--previous --tail=data --since=data --timestamps -l,--selector=data --all-containers`,
        operands: "name?",
      },
      top: {
        effect: "network",
        options: `${PLACE} --sort-by=data -l,--selector=data --containers --no-headers`,
        operands: "name+",
      },
      "api-resources api-versions cluster-info explain": {
        effect: "network",
        options: `${PLACE} -o,--output=one(wide|name) --recursive`,
        operands: "name*",
      },
      version: { effect: "reads", options: "--client --short -o,--output=one(json|yaml)", needs: "--client" },
      config: {
        effect: "reads",
        options: "--no-headers -o,--output=one(name)",
        operands: "one(current-context|get-contexts|get-clusters)",
      },
    },
  },
  {
    names: "gh",
    versions: ["gh 2.70"],
    subcommands: {
      "pr issue": { subcommands: { "list view status diff checks": looks() } },
      "run workflow release label": { subcommands: { "list view": looks() } },
      repo: { subcommands: { "list view": looks() } },
      search: { subcommands: { "prs issues repos commits": looks() } },
      auth: { subcommands: { status: { effect: "network", options: "-h,--hostname=name -a,--active" } } },
    },
    alone: { effect: "reads", options: "--version" },
  },
];
