/** Which bytes were asked for, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header.
 * @param header as it was sent; null without one
 * @param size of the whole, in bytes, at least 1
 * @returns the range; 'all' without one and for what we do not serve in parts (several ranges, other units);
 *   'unsatisfiable' when it lies outside
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function byteRange(header: string | null, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header?.replace(/\s+/g, '') ?? '');
  if (!match) return 'all';
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Number(suffix);
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
}
