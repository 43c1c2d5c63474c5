import { describe, expect, test } from 'vitest';
import { normalizeAnswer } from '#domain/delivery/answer.ts';

describe('an answer', () => {
  /** Frozen: hashes of these texts wait for decades. */
  test.each([
    ['On the boat!', 'on the boat'],
    ['  ON   THE\tBOAT ', 'on the boat'],
    ['Inês', 'ines'],
    ['I\u0302ne\u0302s', 'ines'],
    ['São Tomé e Príncipe', 'sao tome e principe'],
    ['Łódź', 'łodz'],
    ['Straße', 'straße'],
    ['O’Brien', 'o brien'],
    ["O'Brien", 'o brien'],
    ['１９９８', '1998'],
    ['ﬁne', 'fine'],
    ['हिन्दी', 'हिन्दी'],
    ['東京', '東京'],
    ['القاهرة', 'القاهرة'],
    ['…!?', ''],
  ])('%j is hashed as %j', (answer, normalized) => {
    expect(normalizeAnswer(answer)).toBe(normalized);
    expect(normalizeAnswer(normalized)).toBe(normalized);
  });
});
