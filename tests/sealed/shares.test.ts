import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checksumOf, codeOf, linesOf, readCode, readLines } from '#app/sealed/shares.ts';

const SHARE = new Uint8Array(Buffer.from('F36CB3B652FF7A0CA1D20BE817C97BF36642F69E1BEF8838EB29D194D6ABE4091A', 'hex'));

test('a share is six lines of three groups, each with a check digit', () => {
  const lines = linesOf(SHARE);
  expect(lines).toHaveLength(6);
  expect(lines.every((line) => /^([0-9A-F]{4} ){2}[0-9A-F]{4}$/.test(line))).toBe(true);
  expect(lines.slice(0, 2)).toEqual(['F36C B3B6 52F4', 'F7A0 CA1D 20B8']);
});

test('what was typed is the share, in any case and with or without spaces', () => {
  const typed = linesOf(SHARE).map((line) => line.toLowerCase().replaceAll(' ', ''));
  expect(readLines(typed, checksumOf(SHARE).toLowerCase())).toEqual({ share: SHARE });
});

test('each wrong digit is found in its line', () => {
  const digit = fc.constantFrom(...'0123456789ABCDEF');
  fc.assert(
    fc.property(fc.nat(5), fc.nat(11), digit, (line, at, wrong) => {
      const lines = linesOf(SHARE).map((one) => one.replaceAll(' ', ''));
      const right = lines[line] ?? '';
      fc.pre(right[at] !== wrong);
      lines[line] = right.slice(0, at) + wrong + right.slice(at + 1);
      expect(readLines(lines)).toEqual({ wrongLines: [line + 1] });
    }),
  );
});

test('a line that is missing, or has a letter that is no digit, is named', () => {
  const lines = linesOf(SHARE);
  expect(readLines([...lines.slice(0, 4), 'O36C B3B6 52F4'])).toEqual({ wrongLines: [5, 6] });
});

test('lines that are right and not of this sheet are found by the checksum', () => {
  const other = linesOf(randomBytes(33));
  expect(readLines([...linesOf(SHARE).slice(0, 5), other[5] ?? ''], checksumOf(SHARE))).toEqual({ wrongLines: [] });
});

test('the code of a sheet says which sheet, of which parcel, and the share; a changed one is refused', () => {
  const code = codeOf('B', '4F2A91C7', SHARE);
  expect(readCode(code)).toEqual({ sheet: 'B', number: '4F2A91C7', share: SHARE });
  expect(readCode(code.replace('F36C', 'F36D'))).toBeNull();
  expect(readCode('https://stillhere.example/')).toBeNull();
});
