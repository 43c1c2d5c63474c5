import { expect } from 'vitest';
import type { Web } from './web.ts';

/**
 * Opens a link from a message as anybody would.
 * @returns the status, and the page in one line; kept by nobody, found by nobody, with nothing to run
 */
export async function lookAt(web: Pick<Web, 'visitor'>, path: string): Promise<[number, string]> {
  const response = await web.visitor().get(path);
  const page = await response.text();
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-robots-tag')).toContain('noindex');
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(page).not.toMatch(/<script|\son\w+=|\sstyle=/i);
  return [response.status, page.replaceAll('&#x27;', "'").replace(/\s+/g, ' ')];
}
