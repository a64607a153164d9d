import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const room = process.env["CROUPIER_ROOM"] ?? "http://127.0.0.1:8000";

/** Each face is shipped with its licence. */
const licences: Plugin = {
  name: "licences",
  generateBundle() {
    for (const face of ["inter", "lora"]) {
      const source = readFileSync(`node_modules/@fontsource-variable/${face}/LICENSE`);
      this.emitFile({ type: "asset", fileName: `assets/${face}-OFL.txt`, source });
    }
    const source = readFileSync("src/fonts/noto-OFL.txt");
    this.emitFile({ type: "asset", fileName: "assets/noto-OFL.txt", source });
  },
};

export default defineConfig({
  plugins: [svelte(), licences],
  base: "./",
  build: {
    outDir: "../src/croupier/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { output: { hashCharacters: "hex" } },
  },
  worker: { rollupOptions: { output: { hashCharacters: "hex" } } },
  server: {
    proxy: { "/api": room, "/ws": { target: room.replace("http", "ws"), ws: true } },
  },
});
