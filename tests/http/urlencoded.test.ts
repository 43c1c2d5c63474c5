/** Reading the fields of a form, against the platform's own reader, which gives the same at another price. */
import { describe, expect, test } from 'vitest';
import { fieldsIn } from '#app/http/urlencoded.ts';

const MAX = 100;
const fields = (text: string) => fieldsIn(Buffer.from(text), MAX);

describe('the fields of a form', () => {
  test.each([
    '',
    'title=For+Ana&content=Dear+Ana%2C',
    'a=1&a=2&b',
    '&&=&=x&a==b=&',
    '%61%3d=%26&%C3%87=%e2%82%ac',
    '%&%4&%zz=%g1&a%2',
    '%+1=%1+&+=%2B',
    'bad=%ff%fe%C3&half=%F0%9F',
    'ünïcode=€ 😀&nul=%00',
    '\r\n=%0D%0A',
  ])('%j are those of URLSearchParams', (text) => {
    expect(fields(text)).toEqual([...new URLSearchParams(text)]);
  });

  test('that are more than allowed are none, before any of them is read', () => {
    expect(fields('a&'.repeat(MAX - 1))).toHaveLength(MAX - 1);
    expect(fields('a&'.repeat(MAX))).toBeNull();
  });

  test.each(['+', '%', '%41', '%C3', 'x+', '%e2%82%ac'])('of a megabyte of %j come whole', (piece) => {
    const count = 400_000;
    const [field] = fields(`content=${piece.repeat(count)}`) ?? [];
    const [once = ''] = [...new URLSearchParams(`a=${piece}`).values()];
    expect(field).toEqual(['content', once.repeat(count)]);
  });
});
