import { useMatches } from 'react-router';

/**
 * What a page runs in the browser:
 * - `none`: no script at all
 * - `visitors`: the few lines of app/visitor-script.ts, without React
 * - `app`: the application
 */
export type PageScripts = 'none' | 'visitors' | 'app';

/** What a route exports as `handle`. The innermost route that has one decides; without any, a page runs the application. */
export interface PageHandle {
  scripts: PageScripts;
}

/** @param handles of the routes that matched, the outermost first */
export function scriptsOf(handles: readonly unknown[]): PageScripts {
  return (handles as (PageHandle | undefined)[]).findLast((handle) => handle !== undefined)?.scripts ?? 'app';
}

/** @returns what this page runs. In the browser it is always the application, for nothing else renders there. */
export function usePageScripts(): PageScripts {
  const matches = useMatches();
  return import.meta.env.SSR ? scriptsOf(matches.map(({ handle }) => handle)) : 'app';
}
