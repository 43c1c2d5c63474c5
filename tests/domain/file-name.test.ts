import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from '#domain/content/file-name.ts';

describe('the name of a file', () => {
  it.each([
    ['sea.png', 'sea.png'],
    ['Casa da avó 🕯.jpeg', 'Casa da avó 🕯.jpeg'],
    ['מכתב לאנה.pdf', 'מכתב לאנה.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['/etc/cron.d/now', 'now'],
    ['C:\\Users\\Ana\\sea.png', 'sea.png'],
    ['a/b\\c/sea.png', 'sea.png'],
    ['.bashrc', '.bashrc'],
    ['', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['sea/', 'file'],
    ['  \t ', 'file'],
    ['sea.png\0.exe', 'sea.png .exe'],
    ['a\r\nset-cookie: x=y.png', 'a set-cookie: x=y.png'],
    ['a\u2028b\u2029c\u0085d.png', 'a b c d.png'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u2067photo\u2069.png', 'photo.png'],
    ['cafe\u0301.png', 'caf\u00e9.png'],
    ['cafe\u200e\u0301.png', 'caf\u00e9.png'],
  ])('of %j is %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('loses half of a character', () => {
    expect(safeFileName('a\ud83d.png')).toBe('a\ufffd.png');
  });

  it('of four thousand characters keeps its ending and whole characters', () => {
    expect(safeFileName(`${'a'.repeat(4_096)}.png`)).toBe(`${'a'.repeat(196)}.png`);
    expect(safeFileName(`${'🕯'.repeat(1_024)}.png`)).toBe(`${'🕯'.repeat(49)}.png`);
    expect(safeFileName(`a.${'b'.repeat(4_096)}`)).toBe(`a.${'b'.repeat(198)}`);
  });

  /** Like `unit: 'binary'` of fast-check, which first lists a million characters. */
  const character = fc.oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0x2000, max: 0x20ff }),
    fc.integer({ min: 0, max: 0x10ffff }),
  );

  it('is one line without folders that fits any file system, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: character.map((code) => String.fromCodePoint(code)), maxLength: 300 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}/\\\u202a-\u202e\u2066-\u2069]/u);
        expect(safe).not.toMatch(/^\.*$/);
        expect(safe.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
        expect(safeFileName(safe)).toBe(safe);
      }),
    );
  });
});
