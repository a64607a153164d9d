/** Where we are: the hash of the address. */

const parse = (): string[] =>
  decodeURI(location.hash.replace(/^#\/?/, "").split("?")[0] ?? "")
    .split("/")
    .filter(Boolean);

export const route = $state({ path: parse(), query: location.hash.split("?")[1] ?? "" });

addEventListener("hashchange", () => {
  route.path = parse();
  route.query = location.hash.split("?")[1] ?? "";
});

export function go(...path: string[]): void {
  location.hash = `/${path.join("/")}`;
}
