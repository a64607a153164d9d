/** A notification when it is my turn and I look elsewhere: where the browser and I allow it. */
import { t } from "../lib/i18n.svelte";
import { room } from "../lib/room.svelte";
import { settings } from "../lib/settings.svelte";
import { titleOf } from "./turns.svelte";

const known = typeof Notification !== "undefined";

class Alerts {
  readonly possible = known && isSecureContext;
  denied = $state(known && Notification.permission === "denied");
  get on(): boolean {
    return this.possible && settings.alerts && !this.denied;
  }

  async choose(wish: boolean): Promise<void> {
    if (wish && Notification.permission === "default") await Notification.requestPermission();
    this.denied = Notification.permission === "denied";
    settings.alerts = wish && Notification.permission === "granted";
  }

  /** It is my turn at a table, and nobody looks at the page. */
  async call(name: string): Promise<void> {
    if (!this.on || !document.hidden) return;
    const options = { body: titleOf(room.tables[name], name), tag: name, icon: "icon-192.png" };
    const worker = await navigator.serviceWorker?.getRegistration();
    const data = `#/table/${name}`;
    if (worker) return worker.showNotification(t("your turn"), { ...options, data });
    const shown = new Notification(t("your turn"), options);
    shown.onclick = () => {
      focus();
      location.hash = data;
      shown.close();
    };
  }
}

export const alerts = new Alerts();
