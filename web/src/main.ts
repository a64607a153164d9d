import { mount } from "svelte";
import "./fonts/fonts.css";
import "./tokens.css";
import "./components.css";
import "./app.css";
import App from "./App.svelte";
import { get } from "./lib/api";
import { fetchWords, learn } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

const target = document.getElementById("app");
get<Parameters<typeof learn>[0]>("words").then(learn, () => {
  /* Without the guests' words the house speaks for itself. */
});
// Where the browser does not trust the address (plain HTTP from another machine) the page does without.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  navigator.serviceWorker.register("./sw.js").catch(() => undefined);
await fetchWords(settings.lang).catch(() => undefined);
if (target) mount(App, { target });
