/** Where people most likely go from a page, by the files of app/routes.ts; `entry` is what starts the application. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  'routes/auth': ['entry', 'root', 'routes/signed-in', 'routes/dashboard'],
  'routes/dashboard': ['routes/create', 'routes/schedule'],
  'routes/create': ['routes/schedule'],
};

/** The routes of the build's manifest and its `entry`: what is read of them here. */
interface Routes {
  readonly [id: string]: { module: string; imports?: string[] } | undefined;
}

/**
 * The scripts of the pages that most likely come next, for the browser to fetch when it is idle. Data is never fetched
 * ahead: it would be stale when it is shown.
 * @param shown the ids of the routes of this page
 * @param run those whose scripts this page has: none where it does not run the application
 * @returns addresses of scripts that this page does not have
 */
export function nextPages(routes: Routes, shown: readonly string[], run = shown): string[] {
  const scripts = (ids: readonly string[]) =>
    ids.flatMap((id) => [routes[id]?.module ?? [], routes[id]?.imports ?? []].flat());
  const here = new Set(scripts(run));
  const ahead = new Set(scripts(shown.flatMap((id) => LIKELY[id] ?? [])));
  return [...ahead].filter((script) => !here.has(script));
}

/**
 * Fetches scripts into the browser's cache after this page has loaded. A script and no `Link` header: the browser would ask
 * for those at once, before the style sheet of this page. It uses `fetch` and no `<link rel="prefetch">`, which Firefox
 * checks against `default-src` and Safari does not know.
 * @param scripts addresses of ours
 */
export function fetchAfterLoad(scripts: readonly string[]): void {
  const load = () => {
    for (const script of scripts)
      fetch(script, { priority: 'low' })
        // A body that nobody reads may never come.
        .then((answer) => answer.arrayBuffer())
        .catch(() => {});
  };
  if (document.readyState === 'complete') load();
  else addEventListener('load', load);
}
