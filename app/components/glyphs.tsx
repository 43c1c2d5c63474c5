/** Small signs of one hand, 20 units square. Always beside words, therefore hidden from screen readers. */
const PATHS = {
  text: ['M4.5 2.8h11v14.4h-11z', 'M7 6.6h6M7 9.6h6M7 12.6h3.6'],
  image: ['M2.6 3.6h14.8v12.8H2.6z', 'M3 13.6l4.2-4 3.4 3.1 2.7-2.2 3.9 3.4', 'M13.2 6.1a1.1 1.1 0 1 0 .01 0z'],
  video: ['M2.6 4.2h14.8v11.6H2.6z', 'M8.4 7.4v5.2l4.2-2.6z'],
  audio: ['M3.5 8.6v2.8M6.7 6v8M9.9 3.4v13.2M13.1 6.8v6.4M16.3 8.8v2.4'],
  file: ['M5 2.8h6.6l3.6 3.7v10.7H5z', 'M11.4 3v3.8h3.7'],
  dashboard: ['M2.4 16h15.2', 'M4 15.8V6.2h3v9.6M7 15.8V4.4h3.2v11.4M11.4 15.6l2.4-9.4 2.8.8-2 8.6'],
  shared: [
    'M10 2.8a7.2 7.2 0 1 0 .01 0z',
    'M2.8 10h14.4M10 2.8c2.4 2 3.4 4.4 3.4 7.2s-1 5.2-3.4 7.2c-2.4-2-3.4-4.4-3.4-7.2s1-5.2 3.4-7.2z',
  ],
  create: ['M3.2 16.8l1-4 9-9.4 3.1 3-9.1 9.4z', 'M11.4 5.4l3 3'],
  schedule: ['M2.4 4.6h15.2v10.8H2.4z', 'M2.8 5l7.2 5.8L17.2 5'],
  logout: ['M11.6 3.2H4.4v13.6h7.2', 'M8.6 10h8.6M14 6.6l3.4 3.4-3.4 3.4'],
  success: ['M4 10.6l4 4 8-9'],
  error: ['M10 3.2l7.6 13.4H2.4z', 'M10 8v4M10 14.2v.2'],
  info: ['M10 2.8a7.2 7.2 0 1 0 .01 0z', 'M10 9.2v4.4M10 6.3v.3'],
  close: ['M5 5l10 10M15 5L5 15'],
} as const;

export type GlyphName = keyof typeof PATHS;

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="d glyph" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      {PATHS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** The shapes beside the words of a state: a state is never told by colour alone. */
const MARKS = {
  waiting: 'M6 1.4a4.6 4.6 0 1 0 .01 0zM6 3.6V6l1.7 1.2',
  delayed: 'M6 1.2L11.2 10.6H.8zM6 4.6v3M6 8.9v.2',
  sent: 'M1.4 6.4l3.2 3.2L10.8 2.6',
  failed: 'M2 2l8 8M10 2L2 10',
} as const;

export function Mark({ name }: { name: keyof typeof MARKS }) {
  return (
    <svg className="mark-sign" width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      <path d={MARKS[name]} />
    </svg>
  );
}
