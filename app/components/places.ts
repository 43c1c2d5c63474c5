import type { GlyphName } from './glyphs.tsx';

/** Where signed-in people can go, in the order of every navigation. On a phone those without a sign are in the menu. */
export const PLACES: readonly { to: string; label: string; glyph?: GlyphName }[] = [
  { to: '/dashboard', label: 'Dashboard', glyph: 'dashboard' },
  { to: '/shared', label: 'Shared' },
  { to: '/create', label: 'Create', glyph: 'create' },
  { to: '/schedule', label: 'Schedule', glyph: 'schedule' },
  { to: '/emergency', label: 'Emergency', glyph: 'emergency' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/profile', label: 'Profile' },
];
