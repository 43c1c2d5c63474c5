import { describe, expect, it } from 'vitest';
import { readGoogleReturn, saveGoogleReturn } from '#app/accounts/google-return.ts';

const HOSTILE = [
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/.//evil.example',
  7,
];

/** The request of a browser that sends this cookie. */
const back = (cookie: string) =>
  new Request('http://x.invalid/', { headers: { cookie: cookie.split(';', 1)[0] ?? '' } });
const encoded = (value: unknown) => `after-google=${encodeURIComponent(btoa(JSON.stringify(value)))}`;

describe('the page and zone after signing in with Google', () => {
  it('are saved in a cookie', async () => {
    const url = new URL('http://x.invalid/auth/google?to=%2Fschedule%3Fnew&time_zone=Asia%2FTokyo');
    expect(await readGoogleReturn(back(await saveGoogleReturn(url)))).toEqual({
      to: '/schedule?new',
      timeZone: 'Asia/Tokyo',
    });
  });

  it.each(HOSTILE)('never lead to %j, neither by the address nor by a forged cookie', async (to) => {
    const url = new URL(`http://x.invalid/auth/google?to=${encodeURIComponent(to)}`);
    expect((await readGoogleReturn(back(await saveGoogleReturn(url)))).to).toBeNull();
    expect((await readGoogleReturn(back(encoded({ to })))).to).toBeNull();
  });

  it.each(['', 'after-google=x', encoded(null), encoded('text'), encoded([])])(
    'are null for the cookie %j',
    async (cookie) => {
      expect(await readGoogleReturn(back(cookie))).toEqual({ to: null, timeZone: null });
    },
  );
});
