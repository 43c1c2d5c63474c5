import { create } from 'content-disposition';

/**
 * Under which name a browser keeps a file: a plain one for old programs, the real one for all others.
 * @param type in its place, or as a download
 * @param name of one line; what no file system takes is replaced
 * @see https://www.rfc-editor.org/rfc/rfc6266
 */
export function disposition(type: 'inline' | 'attachment', name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\\/:*?"<>|\u2068\u2069]/g, '-')
    .replace(/^\.+/, '');
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '-')
    .replace(/[%;]/g, '-');
  return create(safe, { type, fallback: plain });
}
