import type { Grammar } from "../grammar.ts";

/** curl. What `@` and `file:` would read, and configurations, are not understood. */
export const curl: Grammar = {
  names: "curl",
  versions: ["curl 7.88", "curl 8.12"],
  forms: [
    { effect: "reads", options: "-V,--version -h,--help", needs: "-V --version -h --help" },
    {
      effect: "network",
      options:
        "-s,--silent -S,--show-error -f,--fail --fail-with-body -L,--location -i,--include -I,--head -v,--verbose -k,--insecure " +
        "-X,--request=match([A-Z]+) -H,--header=match([^@][^]*) -d,--data,--data-ascii=match([^@][^]*|) --data-raw=data " +
        "--json=match([^@][^]*|) -u,--user=data -A,--user-agent=data -e,--referer=data -b,--cookie=match([^=]+=[^]*) -G,--get " +
        "-m,--max-time=data --connect-timeout=data --retry=number --retry-delay=number --retry-connrefused --retry-all-errors " +
        "--compressed --http1.1 --http2 -0 -4,--ipv4 -6,--ipv6 -N,--no-buffer -r,--range=data --max-redirs=number -#,--progress-bar " +
        "--no-progress-meter -w,--write-out=match((?!@)(?![^]*%output)[^]*) --url:url -o,--output=write -g,--globoff -q,--disable",
      operands: "url*",
    },
  ],
};

/** wget, only where it prints what it gets. */
export const wget: Grammar = {
  names: "wget",
  versions: ["GNU Wget 1.21"],
  forms: [
    { effect: "reads", options: "-V,--version", needs: "-V --version" },
    {
      effect: "network",
      options:
        "-q,--quiet -nv,--no-verbose -O,--output-document=one(-) -S,--server-response -T,--timeout=number -t,--tries=number --header=data -U,--user-agent=data --no-hsts --no-config",
      operands: "url+",
      needs: "-O --output-document",
    },
    {
      effect: "network",
      options: "-q,--quiet --spider -S,--server-response -T,--timeout=number -t,--tries=number",
      operands: "url+",
      needs: "--spider",
    },
  ],
};
