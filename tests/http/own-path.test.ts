import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownPath } from '#app/http/own-path.ts';

describe('a redirect to a path of ours', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/schedule?new&content=1', '/schedule?new&content=1'],
    ['/a/../schedule', '/schedule'],
    ['/ümlaut', '/%C3%BCmlaut'],
    ['/x#part', '/x'],
  ])('%s leads to %s', (wanted, path) => {
    expect(ownPath(wanted)).toBe(path);
  });

  it.each([
    null,
    '',
    'x',
    './x',
    '//evil',
    '/\\evil',
    '\\/evil',
    '/\t/evil',
    '/ \n/evil\r',
    'https:/evil',
    '/x\\..\\\\evil',
    '/.//evil.example',
    '/a/..//evil.example',
  ])('%j leads nowhere', (wanted) => {
    expect(ownPath(wanted)).toBeNull();
  });

  it('never leads to another site, for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '\t',
      '\n',
      ' ',
      '?',
      '#',
      '@',
      ':',
      'evil.example',
      'https',
      'x',
      '\u3002',
      '／',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = ownPath(`/${pieces.join('')}`);
        if (path !== null) expect(new URL(path, 'https://stillhere.example').origin).toBe('https://stillhere.example');
      }),
    );
  });
});
