import { defineConfig } from "vite";

// The app is built into the server's package, which serves it: whoever installs the server needs no React.
export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
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
