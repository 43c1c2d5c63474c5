import type { Page } from 'playwright-core';
import type { World } from './world.ts';

/** One screenshot. */
export interface Shot {
  /** An address, or how to find it. */
  path: string | ((world: World) => string | Promise<string>);
  /** Prepares the world, before each size and theme. */
  given?: (world: World) => Promise<unknown>;
  /** Uses the page before the screenshot. */
  act?: (page: Page) => Promise<unknown>;
  /** A dialog or menu lies over the page: the screenshot has the size of a window, not of the page. */
  isOver?: boolean;
}

/** Pages that one person visits, in one state of the world. */
export interface Scene {
  /** Not signed in; a new account; or a demo account. */
  who: 'visitor' | 'newcomer' | 'free' | 'premium';
  given?: (world: World) => Promise<unknown>;
  shots: Record<string, Shot | Shot['path']>;
}
