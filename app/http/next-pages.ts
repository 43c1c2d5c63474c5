/** Where people most likely go from a page, by the files of app/routes.ts. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  'routes/landing': ['routes/auth'],
  'routes/auth': ['routes/signed-in', 'routes/dashboard'],
  'routes/dashboard': ['routes/create', 'routes/schedule'],
  'routes/create': ['routes/schedule'],
  'routes/shared': ['routes/shared-content'],
};

/** What of the build's own list is read here. */
interface Routes {
  readonly [id: string]: { module: string; imports?: string[] } | undefined;
}

/**
 * The scripts of the pages that most likely come next, for the browser to fetch when it has nothing else to do: then only
 * the page's data is waited for. Data is never fetched ahead: it would be old when it is looked at.
 * @param routes all that the build knows
 * @param shown the ids of what is shown now
 * @returns their addresses; none where nothing is likely, or all of it is there
 */
export function nextPages(routes: Routes, shown: readonly string[]): string[] {
  const scripts = (ids: readonly string[]) =>
    ids.flatMap((id) => [routes[id]?.module ?? [], routes[id]?.imports ?? []].flat());
  const here = new Set(scripts(shown));
  const ahead = new Set(scripts(shown.flatMap((id) => LIKELY[id] ?? [])));
  return [...ahead].filter((script) => !here.has(script));
}

/**
 * Named in a header they would be asked for at once, before the style sheet of this page.
 * @param scripts addresses of ours
 * @returns what has the browser fetch them when this page is all there
 */
export function fetchAfterLoad(scripts: readonly string[]): string {
  const link = 'Object.assign(document.createElement("link"),{rel:"prefetch",as:"script",crossOrigin:"",href})';
  return `addEventListener("load",()=>{for(const href of ${JSON.stringify(scripts)})document.head.append(${link})})`;
}
