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
  | 'close';

/**
 * Small signs of one hand, 20 units square. Always beside words, therefore hidden from screen readers. Their shapes are a
 * file that is fetched once, as the wordmark's are.
 */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="d glyph" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <use href={`${shapes}#${name}`} />
    </svg>
  );
}

/** The shapes beside the words of a state: a state is never told by colour alone. */
export function Mark({ name }: { name: 'waiting' | 'missing' | 'delayed' | 'sent' | 'failed' }) {
  return (
    <svg className="mark-sign" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <use href={`${shapes}#${name}`} />
    </svg>
  );
}
