/** Calls under /api; an answer that is no success is thrown as what the room said. */
import { lang } from "./i18n.svelte";
import type { Refused } from "./protocol";

export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly told: Partial<Refused>,
  ) {
    super(told.sentence || told.name || String(status));
  }
}

/** A file that the room makes. */
export async function file(path: string): Promise<Response> {
  const answer = await fetch(`api/${path}`, { headers: { "Accept-Language": lang(), "X-Croupier": "1" } });
  if (!answer.ok) throw new Trouble(answer.status, (await answer.json()) as Partial<Refused>);
  return answer;
}

/** A file that the room makes, saved by the browser under the name that the room gives it. */
export async function save(path: string): Promise<void> {
  const answer = await file(path);
  // eslint-disable-next-line no-restricted-syntax -- a header of HTTP, no prose
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  keep(name ?? "hands", await answer.blob());
}

/** Save something that the page has already. */
export function keep(name: string, what: Blob | string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(what instanceof Blob ? what : new Blob([what]));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  // The token is in a cookie that no script can read; the header says that the call is our own page's.
  const headers: Record<string, string> = { "Accept-Language": lang(), "X-Croupier": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(`api/${path}`, init);
  } catch {
    throw new Trouble(0, { name: "no_line" });
  }
  const text = await answer.text();
  let told: unknown;
  try {
    told = text ? JSON.parse(text) : null;
  } catch {
    told = { sentence: text.slice(0, 200) };
  }
  if (!answer.ok) throw new Trouble(answer.status, (told ?? {}) as Partial<Refused>);
  return told as T;
}

export const get = <T>(path: string): Promise<T> => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>("POST", path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => call<T>("PUT", path, body);
export const remove = <T>(path: string): Promise<T> => call<T>("DELETE", path);
