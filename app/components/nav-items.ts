import type { frame } from '#messages/en/frame.ts';
import type { GlyphName } from './glyphs.tsx';

interface NavItem {
  to: string;
  name: Exclude<keyof typeof frame.navigation, 'main' | 'places' | 'menu' | 'logout'>;
  glyph?: GlyphName;
  /** The browser loads the whole page: the application does not render it (app/page-scripts.ts). */
  isDocument?: boolean;
}

/** The pages of the navigation, in order. On a phone those without a glyph are in the menu. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', name: 'dashboard', glyph: 'dashboard' },
  { to: '/shared', name: 'shared', isDocument: true },
  { to: '/create', name: 'create', glyph: 'create' },
  { to: '/schedule', name: 'schedule', glyph: 'schedule' },
  { to: '/emergency', name: 'emergency', glyph: 'emergency' },
  { to: '/pricing', name: 'pricing', isDocument: true },
  { to: '/profile', name: 'profile' },
];
