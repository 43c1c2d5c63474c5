import type { GlyphName } from './glyphs.tsx';

interface Place {
  to: string;
  label: string;
  glyph?: GlyphName;
  /** The browser loads it whole: the application does not draw it (app/page-scripts.ts). */
  isDocument?: boolean;
}

/** Where signed-in people can go, in the order of every navigation. On a phone those without a sign are in the menu. */
export const PLACES: readonly Place[] = [
  { to: '/dashboard', label: 'Dashboard', glyph: 'dashboard' },
  { to: '/shared', label: 'Shared', isDocument: true },
  { to: '/create', label: 'Create', glyph: 'create' },
  { to: '/schedule', label: 'Schedule', glyph: 'schedule' },
  { to: '/emergency', label: 'Emergency', glyph: 'emergency' },
  { to: '/pricing', label: 'Pricing', isDocument: true },
  { to: '/profile', label: 'Profile' },
];
