/** Fewer days are saved only after a question: a week of flu must not be enough by accident. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATES } from '#tests/harness/protocol-cases.ts';
import { readyToRun } from './ready-to-run.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const SHORTEN = '/emergency/shorten';
const LONG = { inactive_days: '61', safety_days: '5' };
const WEEK = { ...LONG, inactive_days: '7' };

async function prepared() {
  const helena = await web.person();
  await readyToRun(web, helena);
  return Object.assign(helena, {
    save: async (fields: Record<string, string>) => (await helena.post('/emergency', fields)).headers.get('location'),
    read: async (path: string) => (await (await helena.get(path)).text()).replaceAll('<!-- -->', ''),
  });
}

test('while the protocol is off, any days are saved at once', async () => {
  const helena = await prepared();
  expect([await helena.save(LONG), await helena.save(WEEK)]).toEqual(['/emergency', '/emergency']);
  expect(await helena.read('/emergency')).toContain('7 days');
});

test('while it is on, fewer days of either kind are asked about, and more are saved at once', async () => {
  const helena = await prepared();
  await helena.post('/emergency/arm', { inactive_days: '60', safety_days: '5' });
  const on = { is_active: 'true' };
  expect(await helena.save({ ...LONG, ...on })).toBe('/emergency');
  expect(await helena.save({ ...WEEK, ...on })).toBe(`${SHORTEN}?inactive_days=7&safety_days=5`);
  expect(await helena.save({ ...LONG, ...on, safety_days: '4' })).toBe(`${SHORTEN}?inactive_days=61&safety_days=4`);
  expect(await helena.read('/emergency'), 'asking saves nothing').toContain('61 days');
});

test('the question says what fewer days mean, and saves them with the answer', async () => {
  const helena = await prepared();
  await helena.post('/emergency/arm', LONG);
  const asked = await helena.read(`${SHORTEN}?inactive_days=7&safety_days=5`);
  expect(asked).toMatch(/Change to fewer days\?.*You’d have 7 days to check in, instead of 61\./s);
  expect(asked).toMatch(DATES);
  expect(asked).toContain('With 7 days, a week in hospital or without a phone can set it off.');
  const refused = await helena.post(SHORTEN, { ...WEEK, inactive_days: '6' });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('from 7 to 365')]);
  expect((await helena.post(SHORTEN, WEEK)).headers.get('location')).toBe('/emergency');
  expect(await helena.read('/emergency')).toMatch(/Settings updated!.*Active.*7 days/s);
});
