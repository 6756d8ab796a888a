import { grammars } from "../notation.ts";

const PLACE = "-n,--namespace=name -A,--all-namespaces --context=name --cluster=name --request-timeout=data";

const SHOWN =
  "-o,--output=match(wide|json|yaml|name|(?:jsonpath|custom-columns|go-template)=[^]*) -l,--selector=data --field-selector=data --sort-by=data " +
  "-w,--watch --show-labels --no-headers --ignore-not-found --show-kind -L,--label-columns=data --chunk-size=number";

const GITHUB =
  "-R,--repo=match([\\w.-]+(?:/[\\w.-]+){1,2}) -L,--limit=number -s,--state=data -l,--label=data -A,--author=data -a,--assignee=data -S,--search=data " +
  "-B,--base=data -H,--head=data -c,--comments --json=data -q,--jq=code(jq) -t,--template=data -b,--branch=data --log --log-failed -v,--verbose " +
  "--name-only --patch --color=data -d,--draft -m,--milestone=data -j,--job=number --required -u,--user=data";

/** Programs that talk to containers, clusters and GitHub, where they only look. */
export const CONTAINERS = grammars(String.raw`
docker podman | Docker 28
  reads -v,--version --help
  ps images: reads data?
    -a,--all -q,--quiet --no-trunc -f,--filter=data --format=data -n,--last=number -l,--latest -s,--size --digests
  version: reads -f,--format=data
  info stats top port diff history: network data*
    -a,--all -f,--format=data --no-stream --no-trunc -q,--quiet -H,--human
  logs: network name -f,--follow -n,--tail=data -t,--timestamps --since=data --until=data --details
  inspect: asks data+ -f,--format=data -s,--size --type=data
  compose:
    version: reads --short -f,--format=data
    ps images top ls: runs name* -a,--all -q,--quiet --format=data
    logs: runs name* -f,--follow -n,--tail=data -t,--timestamps --since=data --no-color
  network volume image container context: network one(ls|list) -a,--all -q,--quiet -f,--filter=data --format=data
kubectl | kubectl 1.30
  ${PLACE}
  reads needs=-h,--help -h,--help
  get: network match((?!-)(?!(?:[\w.-]+,)*[sS][eE][cC][rR][eE][tT][sS]?(?:[./,]|$))[\w./,-]+)+ ${PLACE} ${SHOWN}
  describe: network match((?!-)[\w./,-]+)+ ${PLACE} -l,--selector=data --show-events
  logs: network name?
    ${PLACE} -f,--follow -c,--container=name -p,--previous --tail=data --since=data --timestamps -l,--selector=data
    --all-containers
  version: reads needs=--client --client --short -o,--output=one(json|yaml)
  config: reads one(current-context|get-contexts|get-clusters) --no-headers -o,--output=one(name)
gh | gh 2.70
  reads --version -h,--help
  // Elsewhere -w opens a browser.
  run:
    list: network data* ${GITHUB} -w,--workflow=data
    view: network data* ${GITHUB}
  pr issue:
    list view status diff checks: network data* ${GITHUB}
  repo workflow release label:
    list view: network data* ${GITHUB}
`);
