import { readFileSync } from "node:fs";
import { build, defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from "vite";

/** Modules that {@link comesFirst} has found. */
const first = new Set<string>();

// The app is built into the server's package, which serves it: whoever installs the server needs no React.
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
  plugins: [insideThePage("src/app/before-paint.js"), programs()],
  worker: { format: "es" },
  build: {
    outDir: "../server/page",
    emptyOutDir: true,
    target: "es2023",
    // What draws diagrams is one text.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What loads parts of the page is needed before it, and so is what takes the token.
            { name: "loading", test: /vite\/preload-helper|\/kept-token\.|\/browser-storage\./, priority: 1 },
            { name: (id, modules) => (comesFirst(id, modules) ? "first" : null), debugName: "first" },
          ],
        },
      },
      onLog(level, log, handle) {
        // "use client" marks files for servers that render React; here all of them run in a browser.
        // Building a program within takes most of the time, which is known.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE" && log.code !== "PLUGIN_TIMINGS") handle(level, log);
      },
    },
  },
  // `npx vite` beside `toolwright serve --token dev`, for whoever works on the page.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8787", headers: { authorization: "Bearer dev" } } } },
});

/** Engines of diagrams that weigh more than all others together: a second layout of flowcharts, and formulas. */
const LEFT_OUT = /^(?:elkjs|katex)(?:\/|$)/;

/**
 * `./name.ts?program` is the text of a script with all that it imports: it runs in a frame, which loads nothing itself.
 */
function programs(): Plugin {
  const leavesOut: Plugin = {
    name: "leaves-out",
    enforce: "pre",
    resolveId: (id) => (LEFT_OUT.test(id) ? "\0left-out" : null),
    load: (id) => (id === "\0left-out" ? "export default undefined;" : null),
  };
  return {
    name: "programs",
    enforce: "pre",
    load: {
      filter: { id: /\?program$/ },
      async handler(id) {
        const entry = id.replace("?program", "");
        const built = await build({
          configFile: false,
          logLevel: "error",
          plugins: [leavesOut],
          define: { "process.env.NODE_ENV": '"production"' },
          build: { write: false, target: "es2023", lib: { entry, formats: ["iife"], name: "program" } },
        });
        const [output] = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
        if (output?.type !== "chunk") throw new Error(`${entry} is no program.`);
        return `export default ${JSON.stringify(output.code)};`;
      },
    },
  };
}

/** What every page needs comes at once, although it only runs after the first paint. */
function preloads(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const names = Object.values(bundle).flatMap((file) =>
    file.type === "chunk" && ["first", "main", "conversation"].includes(file.name) ? [file.fileName] : [],
  );
  return names.map((name) => ({
    tag: "link",
    attrs: { rel: "modulepreload", crossorigin: true, href: `./${name}` },
    injectTo: "head",
  }));
}

/**
 * Whether a module belongs to what has to come before the page can be drawn: in one file it comes sooner than in ten.
 */
function comesFirst(id: string, modules: Rolldown.ChunkingContext): boolean {
  if (first.size > 0) return first.has(id);
  const left = [`${import.meta.dirname}/src/app/main.tsx`];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (first.has(next)) continue;
    first.add(next);
    left.push(...(modules.getModuleInfo(next)?.importedIds ?? []));
  }
  return first.has(id);
}

/**
 * What the first paint needs stands in the page itself: the styles, and a script that holds it up, as every other one
 * is a module, which comes after it.
 */
function insideThePage(script: string): Plugin {
  return {
    name: "inside-the-page",
    transformIndexHtml: {
      order: "post",
      handler(html, { server, bundle = {} }) {
        const source = readFileSync(new URL(script, import.meta.url), "utf8").trim();
        const tag = { tag: "script", children: source, injectTo: "head-prepend" } as const;
        if (server !== undefined) return [tag];
        const styled = html.replaceAll(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g, (_link, name: string) => {
          const style = bundle[name];
          if (style?.type !== "asset") throw new Error(`There is no ${name}.`);
          delete bundle[name];
          return `<style>${style.source}</style>`;
        });
        return { html: styled, tags: [tag, ...preloads(bundle)] };
      },
    },
  };
}
