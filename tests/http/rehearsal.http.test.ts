/** "Rehearse", by calls and on its pages. No worker runs here, so no message of it is sent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient } from '#tests/api/client.ts';
import { byPage, runProtocol } from '#tests/api/rows.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());
const words = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');

test('a program starts one, reads its report, and is told that it goes on', async () => {
  const helena = await newClient(web);
  await runProtocol(helena, web);
  const started = await helena.call<{ id: string }>('POST /emergency/rehearsal', { json: { minutes: 2 } });
  expect(started.status).toBe(202);
  const report = await helena.call(`GET /emergency/rehearsal/${started.body.id}`);
  expect(report.body).toMatchObject({ id: started.body.id, progress: 'running', gaps: [] });
  const { began_at, ends_at } = report.body as Record<string, string>;
  expect(Date.parse(ends_at ?? '') - Date.parse(began_at ?? '')).toBe(120_000);
  expect((await helena.call('POST /emergency/rehearsal', { json: {} })).status).toBe(409);
  expect((await helena.call('POST /emergency/rehearsal', { json: { minutes: 0 } })).status).toBe(422);
  const nora = await newClient(web);
  expect((await nora.call(`GET /emergency/rehearsal/${started.body.id}`)).status).toBe(404);
});

test('the page leads from the protocol to the button, and from there to the report', async () => {
  const helena = await newClient(web);
  await runProtocol(helena, web);
  const { visitor } = await byPage(web, helena);
  expect(await words(await visitor.get('/emergency'))).toContain('href="/emergency/rehearsal"');
  const before = await words(await visitor.get('/emergency/rehearsal'));
  expect(before).toContain('Live through the whole protocol in 15 minutes');
  const started = await visitor.post('/emergency/rehearsal', {});
  const path = started.headers.get('location') ?? '';
  expect(path).toMatch(/^\/emergency\/rehearsal\/[\da-f-]{36}$/);
  const report = await words(await visitor.get(path));
  for (const shown of [
    'Ready: no gaps',
    'Reminder, by email',
    'Urgent warning, by email',
    'Rui',
    'Where everything is',
  ])
    expect(report).toContain(shown);
  const again = await visitor.post('/emergency/rehearsal', {});
  expect(again.headers.get('location')).toBe('/emergency/rehearsal');
  expect(await words(await visitor.get('/emergency/rehearsal'))).toContain('A rehearsal is going on.');
  expect((await visitor.get('/emergency/rehearsal/019a0000-0000-7000-8000-000000000000')).status).toBe(404);
});
