import { grammars } from "../notation.ts";

/** Every letter of it is known: what a command prints or a variable holds is not sent along unseen. */
const TEXT = "match([^]*)";

const CURL =
  "-s,--silent -S,--show-error -f,--fail --fail-with-body -L,--location -i,--include -I,--head -v,--verbose " +
  `-k,--insecure -H,--header=match([^@][^]*) -u,--user=${TEXT} -A,--user-agent=${TEXT} -e,--referer=${TEXT} ` +
  `-b,--cookie=match([^=]+=[^]*) -m,--max-time=${TEXT} --connect-timeout=${TEXT} --retry=number --retry-delay=number ` +
  "--retry-connrefused --retry-all-errors --compressed --http1.1 --http2 -0 -4,--ipv4 -6,--ipv6 -N,--no-buffer " +
  `-r,--range=${TEXT} --max-redirs=number -#,--progress-bar --no-progress-meter ` +
  "-w,--write-out=match((?!@)(?![^]*%output)[^]*) --url:url -o,--output=write -g,--globoff -q,--disable";

/** curl. What `@`, `file:` and configurations bring is not understood. */
export const NETWORK = grammars(`
curl | curl 7.88, curl 8.12
  reads needs=-V,--version,-h,--help -V,--version -h,--help
  network url* ${CURL} -X,--request=one(GET|HEAD|OPTIONS)
  network url* needs=-G,--get ${CURL} -G,--get -d,--data,--data-ascii=match([^@][^]*|) --data-urlencode=match([^=@]*|[^=]*=[^]*) --data-raw=${TEXT}
  loses url*
    ${CURL} -X,--request=match([A-Z]+) -d,--data,--data-ascii=match([^@][^]*|) --data-raw=data
    --json=match([^@][^]*|)
`);
