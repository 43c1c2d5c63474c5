import { describe, expect, test } from 'vitest';
import { archiveNames } from '#domain/content/archive-names.ts';

describe('names in an archive', () => {
  test.each([
    ['sea.jpg', 'sea.jpg'],
    ['Où était-ce ? été.mp3', 'Où était-ce - été.mp3'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['Half 1/2.txt', 'Half 1-2.txt'],
    ['C:\\letters\\one.doc', 'C-letters-one.doc'],
    ['.hidden', 'Untitled.hidden'],
    ['  ...  ', 'file'],
    ['two\nlines.txt', 'two lines.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['con.txt', 'con-.txt'],
    ['NUL.tar.gz', 'NUL-.tar.gz'],
    ['Conin$ .txt', 'Conin$-.txt'],
    ['console.log', 'console.log'],
    ['Rent (paid). ', 'Rent (paid)'],
    ['\ud800.png', '\ufffd.png'],
    ['архив.tar.gz', 'архив.tar.gz'],
  ])('are what every file system takes: %j becomes %j', (given, taken) => {
    expect(archiveNames([given])).toEqual([taken]);
  });

  test('are short enough in bytes, and keep their ending', () => {
    const [name = ''] = archiveNames([`${'𝄞'.repeat(300)}.jpeg`]);
    expect(Buffer.byteLength(name)).toBeLessThan(255);
    expect(name).toMatch(/𝄞\.jpeg$/u);
  });

  test('are all different, also where capitals and accents are the same', () => {
    const names = ['sea.jpg', 'Sea.JPG', 'sea.jpg', 'sea (2).jpg', 'e\u0301.txt', '\u00e9.txt'];
    const made = archiveNames(names);
    expect(made).toEqual(['sea.jpg', 'Sea (2).JPG', 'sea (3).jpg', 'sea (2) (2).jpg', 'é.txt', 'é (2).txt']);
    expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(names.length);
  });
});
