import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

// The app is built into the server's package, which serves it: whoever installs the server needs no React.
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
  plugins: [scriptBeforePaint("src/app/theme-at-start.js")],
  worker: { format: "es" },
  build: {
    outDir: "../server/page",
    emptyOutDir: true,
    target: "es2023",
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      onLog(level, log, handle) {
        // "use client" marks files for servers that render React; here all of them run in a browser.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") handle(level, log);
      },
    },
  },
  // `npx vite` beside `toolwright serve --token dev`, for whoever works on the page.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8787", headers: { authorization: "Bearer dev" } } } },
});

/** A script that holds up the first paint: every other one of the page is a module, which comes after it. */
function scriptBeforePaint(path: string): Plugin {
  return {
    name: "script-before-paint",
    buildStart() {
      if (this.meta.watchMode) return;
      const source = readFileSync(new URL(path, import.meta.url));
      this.emitFile({ type: "asset", name: "before-paint.js", source });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { server, bundle }) {
        const built = Object.values(bundle ?? {}).find(({ fileName }) => /before-paint/.test(fileName));
        const src = server === undefined ? `./${built?.fileName}` : `/${path}`;
        return [{ tag: "script", attrs: { src }, injectTo: "head-prepend" }];
      },
    },
  };
}
