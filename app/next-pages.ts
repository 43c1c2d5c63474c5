/** Where people most likely go from a page, by the files of app/routes.ts. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  'routes/auth': ['routes/signed-in', 'routes/dashboard'],
  'routes/dashboard': ['routes/create', 'routes/schedule'],
  'routes/create': ['routes/schedule'],
};

/** The part of the build's manifest that is read here. */
interface Routes {
  readonly [id: string]: { module: string; imports?: string[] } | undefined;
}

/**
 * The scripts of the pages that most likely come next, for the browser to fetch when it is idle. Data is never fetched
 * ahead: it would be stale when it is shown.
 * @param routes of the build's manifest
 * @param shown the ids of the routes of this page
 * @returns addresses of scripts that this page does not have
 */
export function nextPages(routes: Routes, shown: readonly string[]): string[] {
  const scripts = (ids: readonly string[]) =>
    ids.flatMap((id) => [routes[id]?.module ?? [], routes[id]?.imports ?? []].flat());
  const here = new Set(scripts(shown));
  const ahead = new Set(scripts(shown.flatMap((id) => LIKELY[id] ?? [])));
  return [...ahead].filter((script) => !here.has(script));
}

/**
 * A script and no `Link` header: the browser would ask for those at once, before the style sheet of this page. It uses
 * `fetch` and no `<link rel="prefetch">`, which Firefox checks against `default-src` and Safari does not know.
 * @param scripts addresses of ours
 * @returns a script that fetches them into the browser's cache after this page has loaded
 */
export function fetchAfterLoad(scripts: readonly string[]): string {
  // A body that nobody reads may never come.
  const load = 'fetch(path,{priority:"low"}).then(answer=>answer.arrayBuffer()).catch(()=>{})';
  return `addEventListener("load",()=>{for(const path of ${JSON.stringify(scripts)})${load}})`;
}
