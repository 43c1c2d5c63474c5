/** A pause, its end, and "I'm back", as a program calls them. The table of all calls tries them with every caller. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { type Client, newClient, newLetter } from './client.ts';
import { finishedDelivery, releaseProtocol, runProtocol } from './rows.ts';

const DAY = 86_400_000;

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

interface Status {
  running: boolean;
  stage: string | null;
  last_check_in: string;
  paused_until: string | null;
}
const keyed = { headers: { 'idempotency-key': 'k' } };
const pause = (client: Client, days: unknown, sent = {}) =>
  client.call<Status>('POST /emergency/pause', { json: { days }, ...sent });
const timeline = (client: Client, kind: string) =>
  web.query('select 1 from timeline where owner_id = ? and kind = ?', [client.id, kind]);

describe('a pause', () => {
  test('lasts so many days from now, counts as a check-in, and ends at once when it is ended', async () => {
    const helena = await newClient(web);
    await runProtocol(helena, web);
    await web.query(`update emergency_protocols set last_check_in = now() - interval '5 days' where owner_id = ?`, [
      helena.id,
    ]);
    const { status, body } = await pause(helena, 14);
    expect([status, body.running]).toEqual([200, true]);
    expect(Math.abs(Date.parse(body.paused_until ?? '') - Date.now() - 14 * DAY)).toBeLessThan(DAY / 2);
    expect(Date.now() - Date.parse(body.last_check_in)).toBeLessThan(DAY);
    expect((await helena.call('GET /emergency/status')).body).toEqual(body);

    const ended = await helena.call<Status>('POST /emergency/end-pause');
    expect([ended.status, ended.body.paused_until]).toEqual([200, null]);
    expect((await helena.call('POST /emergency/end-pause')).status).toBe(200);
  });

  test('repeated with the same key begins once, and gets the first answer', async () => {
    const helena = await newClient(web);
    await runProtocol(helena, web);
    const [first, second] = [await pause(helena, 14, keyed), await pause(helena, 14, keyed)];
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(second.body).toEqual(first.body);
    expect(await timeline(helena, 'protocol-paused')).toHaveLength(1);
    expect((await pause(helena, 15, keyed)).status).toBe(409);
  });

  test('is refused while the protocol is not running', async () => {
    const reply = await newClient(web).then((client) => client.call('POST /emergency/pause', { json: { days: 14 } }));
    expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
      409,
      'conflict',
      'The protocol isn’t running, so there’s nothing to pause.',
    ]);
  });

  test.each([0, 91, 1.5, 'long', null])('of %s days is refused at its field', async (days) => {
    const { status, body } = await (await newClient(web)).call('POST /emergency/pause', { json: { days } });
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'days', message: 'Please enter a whole number of days from 1 to 90' }],
    ]);
  });
});

describe('“I’m back”', () => {
  test('takes back what nobody opened, and starts the protocol again', async () => {
    const helena = await newClient(web);
    await releaseProtocol(helena, web);
    const unopened = await finishedDelivery(helena, web, 'sent');
    await web.query(`update deliveries set origin = 'release', release_episode = 1 where id = ?`, [unopened]);
    const checkedIn = await helena.call('POST /emergency/check-in');
    expect([checkedIn.status, (await pause(helena, 3)).status]).toEqual([409, 409]);

    const { status, body } = await helena.call<Status>('POST /emergency/return', keyed);
    expect([status, body.stage, body.running]).toEqual([200, 'armed', true]);
    const [row] = await web.query<object>(
      'select link_epoch, link_revoked_at is not null as is_revoked from deliveries where id = ?',
      [unopened],
    );
    expect(row).toMatchObject({ is_revoked: true });

    const repeated = await helena.call<Status>('POST /emergency/return', keyed);
    expect([repeated.status, repeated.body]).toEqual([200, body]);
    expect(await timeline(helena, 'protocol-returned')).toHaveLength(1);
  });

  test('is refused if nothing was released', async () => {
    const helena = await newClient(web);
    await newLetter(helena);
    const { status, body } = await helena.call('POST /emergency/return');
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toBe('Your emergency protocol hasn’t ended, so there’s nothing to withdraw.');
  });
});
