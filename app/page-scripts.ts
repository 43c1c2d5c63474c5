import { useMatches } from 'react-router';

/**
 * What a page runs in the browser:
 * - `none`: no script at all
 * - `visitors`: the few lines of app/visitor-script.ts, without React
 * - `app`: the application
 */
type PageScripts = 'none' | 'visitors' | 'app';

/** What a route exports as `handle`. The innermost route that has one decides; without any, a page runs the application. */
export interface PageHandle {
  scripts: PageScripts;
  /** `static`: the frame of app/static-pages instead of the application's. */
  look?: 'static';
  /** Search engines may list this static page. */
  isListed?: true;
  /** Visitors all get the same, so it is rendered once (app/shared-render.ts). Nothing on it is anybody's own. */
  isShared?: true;
}

/** The handle of a page that people open from a message. */
export const STATIC_PAGE: PageHandle = { scripts: 'none', look: 'static' };

/** @param handles of the routes that matched, the outermost first */
export function pageHandle(handles: readonly unknown[]): PageHandle {
  return (handles as (PageHandle | undefined)[]).findLast((handle) => handle !== undefined) ?? { scripts: 'app' };
}

/** @returns what this page runs, and its look. In the browser it is always the application, for nothing else renders there. */
export function usePageHandle(): PageHandle {
  const matches = useMatches();
  return import.meta.env.SSR ? pageHandle(matches.map(({ handle }) => handle)) : { scripts: 'app' };
}
