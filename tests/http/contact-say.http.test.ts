/** What trusted contacts say on their page, and what owners let them decide, as browsers meet it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { type Client, newClient } from '#tests/api/client.ts';
import { byPage, runProtocol } from '#tests/api/rows.ts';
import { startWeb, type Web } from './web.ts';

const SUPPORT = 'help@stillhere.example';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ SUPPORT_EMAIL: SUPPORT });
});
afterAll(() => web?.stop());

const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** An owner whose protocol runs, and the page of Rui, their contact. */
async function owner(settings = ''): Promise<Client & { rui: string }> {
  const helena = await newClient(web);
  await runProtocol(helena, web);
  if (settings) await helena.call(`PUT /emergency/settings?${settings}`);
  const [contact] = await web.query<{ id: string }>(
    "update trusted_contacts set answer = 'accepted' where owner_id = ? returning id",
    [helena.id],
  );
  return { ...helena, rui: `/contact/${linkSecret(web.keyring, 'contact-ask', contact?.id ?? '', 1)}` };
}

/** The same after a missed check-in, of which Rui was notified. */
async function silent(settings = ''): Promise<Client & { rui: string }> {
  const helena = await owner(settings);
  await web.query(
    `update emergency_protocols set stage = 'missed', missed_at = now(), last_check_in = now() - interval '30 days'
     where owner_id = ?`,
    [helena.id],
  );
  await web.query(
    `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at)
     select gen_random_uuid(), owner_id, 1, kind, 0, email, name, 'accepted', now(), now()
     from (select owner_id, 'contact-told' as kind, email, name from trusted_contacts where owner_id = ?
       union all select ?, 'missed', null, null) as mails`,
    [helena.id, helena.id],
  );
  return helena;
}

const statusOf = async (helena: Client) => (await helena.call<Record<string, unknown>>('GET /emergency/status')).body;

describe('a contact’s page', () => {
  test('says before a hold what follows, and records it only then', async () => {
    const helena = await silent();
    const rui = web.visitor();
    const page = words(await (await rui.get(helena.rui)).text());
    expect(page).toContain('I have heard from them');
    expect(page).not.toContain('I know that they have died, or cannot answer');
    expect(page).toContain(SUPPORT);
    const step = words(await (await rui.get(`${helena.rui}?say=heard`)).text());
    expect(step).toContain('Everything waits until');
    expect(await statusOf(helena)).toMatchObject({ held_until: null });
    const done = await rui.post(helena.rui, { intent: 'heard' });
    expect([done.status, words(await done.text())]).toEqual([200, expect.stringContaining('You told us on')]);
    expect(await statusOf(helena)).toMatchObject({ held_until: expect.any(String) });
    const again = words(await (await rui.post(helena.rui, { intent: 'heard' })).text());
    expect(again).not.toContain('I have heard from them');
  });

  test('asks for the name before a confirmation, and gives a wrong one back', async () => {
    const helena = await silent('confirmations_needed=1');
    const rui = web.visitor();
    const step = await (await rui.get(`${helena.rui}?say=confirmed`)).text();
    expect(step).toContain('name="name"');
    const refused = await rui.post(helena.rui, { intent: 'confirmed', name: 'Somebody' });
    expect(refused.status).toBe(422);
    const form = await refused.text();
    expect(form).toContain('value="Somebody"');
    expect(words(form)).toContain('Please type your name');
    await rui.post(helena.rui, { intent: 'confirmed', name: 'rui' });
    expect(await statusOf(helena)).toMatchObject({ confirmations: { needed: 1, given: 1 } });
  });

  test('lets a contact who was never notified say that something has happened, where the owner allows it', async () => {
    const quiet = await owner();
    const rui = web.visitor();
    expect(words(await (await rui.get(quiet.rui)).text())).not.toContain('Something has happened');
    const helena = await owner('contacts_may_raise=true');
    expect(words(await (await rui.get(helena.rui)).text())).toContain('Something has happened');
    await rui.post(helena.rui, { intent: 'raised' });
    expect(await statusOf(helena)).toMatchObject({ stage: 'reminding', raised_by_at: expect.any(String) });
    await helena.call('POST /emergency/check-in');
    expect(await statusOf(helena)).toMatchObject({ stage: 'armed', raised_by_at: null });
  });

  test('is behind the mail that asks a contact, too: first the question, then what they can say', async () => {
    const helena = await owner('contacts_may_raise=true');
    const [contact] = await web.query<{ id: string }>('select id from trusted_contacts where owner_id = ?', [
      helena.id,
    ]);
    const id = contact?.id ?? '';
    await helena.call(`POST /user/trusted-contacts/${id}/ask`);
    const asked = `/contact/${linkSecret(web.keyring, 'contact-ask', id, 1)}`;
    const rui = web.visitor();
    const first = await rui.get(asked);
    expect([first.status, first.headers.get('location')]).toEqual([302, `${asked}/answer`]);
    await rui.post(`${asked}/answer`, { intent: 'accepted' });
    expect(words(await (await rui.get(asked)).text())).toContain('Something has happened');
    await rui.post(asked, { intent: 'raised' });
    expect(await statusOf(helena)).toMatchObject({ stage: 'reminding', raised_by_at: expect.any(String) });
  });

  test('does nothing for a form without an intent that it knows', async () => {
    const helena = await silent();
    expect((await web.visitor().post(helena.rui, { intent: 'anything' })).status).toBe(200);
    expect(await web.query('select 1 from contact_acts where owner_id = ?', [helena.id])).toEqual([]);
  });
});

describe('the settings', () => {
  test('are saved from the form, which gives back what cannot be', async () => {
    const helena = await owner();
    const { visitor } = await byPage(web, helena);
    const form = { confirmations_needed: '1', unanswered_after_days: '60', answer_within_days: '5' };
    const saved = await visitor.post('/emergency/say', { ...form, contacts_may_raise: 'true' });
    expect([saved.status, saved.headers.get('location')]).toEqual([302, '/emergency']);
    const now = { confirmations_needed: 1, unanswered_after_days: 60, contacts_may_raise: true, answer_within_days: 5 };
    expect(await statusOf(helena)).toMatchObject(now);
    const refused = await visitor.post('/emergency/say', { ...form, confirmations_needed: '2' });
    expect(words(await refused.text())).toContain('You have one trusted contact');
    await visitor.post('/emergency/say', form);
    expect(await statusOf(helena)).toMatchObject({ ...now, contacts_may_raise: false });
    expect(words(await (await visitor.get('/emergency')).text())).toContain('one of your contacts must tell us');
  });

  test.each([
    'confirmations_needed=10',
    'confirmations_needed=-1',
    'unanswered_after_days=0',
    'unanswered_after_days=366',
    'answer_within_days=2',
    'answer_within_days=31',
    'contacts_may_raise=perhaps',
    'confirmations_needed=2',
  ])('refuse %s', async (setting) => {
    const helena = await owner();
    expect((await helena.call(`PUT /emergency/settings?${setting}`)).status).toBe(422);
  });
});
