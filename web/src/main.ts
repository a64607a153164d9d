import { mount } from "svelte";
import "./fonts/fonts.css";
import "./tokens.css";
import "./components.css";
import "./app.css";
import App from "./App.svelte";
import { get } from "./lib/api";
import { learn } from "./lib/i18n.svelte";

const target = document.getElementById("app");
get<Parameters<typeof learn>[0]>("words").then(learn, () => {
  /* Without the guests' words the house speaks for itself. */
});
if (target) mount(App, { target });
