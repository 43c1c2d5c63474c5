import { createContext } from 'react';
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

/** The scripts of the pages that most likely come next (app/next-pages.ts): their addresses, with spaces between. */
export const NextScripts = createContext<string | undefined>(undefined);

/** The handle of a page that people open from a message. */
export const STATIC_PAGE: PageHandle = { scripts: 'none', look: 'static' };

/** @param handles of the routes that matched, the outermost first */
export function pageHandle(handles: readonly unknown[]): PageHandle {
  return (handles as (PageHandle | undefined)[]).findLast((handle) => handle !== undefined) ?? { scripts: 'app' };
}

/** @returns what this page runs, and its look. On the server only: in the browser nothing but the application renders. */
export function usePageHandle(): PageHandle {
  return pageHandle(useMatches().map(({ handle }) => handle));
}
