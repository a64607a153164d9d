import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const room = process.env["CROUPIER_ROOM"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/croupier/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { output: { hashCharacters: "hex" } },
  },
  server: {
    proxy: { "/api": room, "/ws": { target: room.replace("http", "ws"), ws: true } },
  },
});
