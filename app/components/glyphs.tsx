import shapes from './glyphs.svg';

export type GlyphName =
  | 'text'
  | 'image'
  | 'video'
  | 'audio'
  | 'file'
  | 'dashboard'
  | 'shared'
  | 'create'
  | 'schedule'
  | 'emergency'
  | 'menu'
  | 'success'
  | 'error'
  | 'info'
  | 'without'
  | 'close'
  | 'print'
  | 'sealed'
  | 'device'
  | 'key';

/**
 * An icon of 20 units square. Always beside a text, therefore hidden from screen readers. The shapes are a file that the
 * browser fetches once.
 */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="d glyph" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <use href={`${shapes}#${name}`} />
    </svg>
  );
}

/** The icon of a state: colour alone must not show it. */
export function Mark({ name }: { name: 'waiting' | 'missing' | 'delayed' | 'sent' | 'failed' }) {
  return (
    <svg className="mark-sign" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <use href={`${shapes}#${name}`} />
    </svg>
  );
}
