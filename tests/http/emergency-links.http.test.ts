/** The links of the emergency protocol, as people, browsers and mail scanners meet them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WRONG_LINKS_FROM } from '#domain/accounts/limits.ts';
import { type LinkPurpose, linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { holds } from '#tests/spec/holds.ts';
import { lookAt } from './look.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb({ TRUSTED_PROXIES: '1' });
});
afterAll(() => web?.stop());
beforeEach(() => web.query('delete from rate_limits'));

const link = (purpose: LinkPurpose, id: string, epoch: number) =>
  `/${purpose}/${linkSecret(web.keyring, purpose, id, epoch)}`;

/** An owner in the third episode of their protocol, and Rui, who was notified in it. */
async function watched(stage: 'reminding' | 'missed' | 'released') {
  const person = await web.person();
  const [user] = await web.query<{ id: string }>('select id from users where email = ?', [person.email]);
  const [id, notification] = [user?.id ?? '', newId()];
  await web.query(
    "update users set email_confirmed_at = now() - interval '90 days', created_at = now() - interval '90 days' where id = ?",
    [id],
  );
  await web.query(
    `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
       missed_at, released_at, revision, synced_revision)
     values (?, true, 30, 3, now() - interval '31 days', ?, 3, case when ? <> 'reminding' then now() end,
       case when ? = 'released' then now() end, 1, 1)
     on conflict (owner_id) do update set is_active = true, stage = excluded.stage, episode = 3,
       last_check_in = excluded.last_check_in, missed_at = excluded.missed_at, released_at = excluded.released_at`,
    [id, stage, stage, stage],
  );
  const warn = (kind: string, index: number) =>
    web.query(
      `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at)
       values (?, ?, 3, ?, ?, 'accepted', now(), now())`,
      [newId(), id, kind, index],
    );
  await warn('reminder', 3);
  await web.query(
    "insert into trusted_contacts (id, owner_id, name, email, created_at) values (?, ?, 'Rui', 'rui@example.com', now())",
    [newId(), id],
  );
  await web.query(
    `insert into contents (id, owner_id, type, head, body, content_type, size, is_public, is_emergency, created_at)
     values (?, ?, 'text', '', '', 'text/plain', 0, false, true, now())`,
    [newId(), id],
  );
  if (stage !== 'reminding') {
    await warn('missed', 0);
    await web.query(
      `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at)
       values (?, ?, 3, 'contact-told', 0, 'rui@example.com', 'Rui', 'accepted', now(), now())`,
      [notification, id],
    );
  }
  return { person, id, checkIn: link('check-in', id, 3), contact: link('contact', notification, 0) };
}

const rowOf = async (id: string) =>
  (
    await web.query<{ stage: string; episode: number; revision: number; last_check_in: Date }>(
      'select stage, episode, revision, last_check_in from emergency_protocols where owner_id = ?',
      [id],
    )
  )[0];

const look = (path: string) => lookAt(web, path);

describe('the link of a warning', () => {
  test('shows one button, and a form with a password that is closed; looking at it changes nothing', async () => {
    const { id, checkIn } = await watched('reminding');
    const before = await rowOf(id);
    const [status, page] = await look(checkIn);
    const open = page.replace(/<details.*?<\/details>/s, '');
    expect([status, open.match(/<button/g)?.length, page.includes('<details class="small">')]).toEqual([200, 1, true]);
    expect(page).toContain(`<form action="${checkIn}" method="post">`);
    expect(page).toContain("Check In - I'm Still Here");
    expect(page).toContain('31 days ago');
    expect(page).toContain('Time zone: Lisbon');
    const head = await web.visitor().send(checkIn, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(await rowOf(id)).toEqual(before);
  });

  test('checks in with one press, once, and signs nobody in', async () => {
    holds('C-8');
    const { id, checkIn } = await watched('missed');
    const visitor = web.visitor();
    const first = await visitor.post(checkIn);
    const page = await first.text();
    expect([first.status, page]).toEqual([200, expect.stringContaining('Your check-in is recorded.')]);
    expect(page).toContain('We’re writing again to everyone who heard from us');
    expect(await rowOf(id)).toMatchObject({ stage: 'armed', episode: 4 });
    expect((await visitor.get('/dashboard')).headers.get('location')).toBe('/');
    expect(visitor.cookies.size).toBe(0);

    const after = await rowOf(id);
    const again = await visitor.post(checkIn);
    expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('There was a check-in on')]);
    expect(await look(checkIn)).toEqual([410, expect.stringContaining('There was a check-in on')]);
    expect(await look(link('check-in', id, 2))).toEqual([410, expect.stringContaining('There was a check-in on')]);
    expect(await rowOf(id)).toEqual(after);
  });

  test('checks in from a phone that does not say where a form came from', async () => {
    const { id, checkIn } = await watched('reminding');
    const { status } = await web.visitor().send(checkIn, { method: 'POST', body: new URLSearchParams() });
    expect([status, await rowOf(id)]).toEqual([200, expect.objectContaining({ stage: 'armed', episode: 4 })]);
  });

  test('pressed many times at once checks in once', async () => {
    const { id, checkIn } = await watched('missed');
    const answers = await Promise.all(Array.from({ length: 6 }, () => web.visitor().post(checkIn)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410]);
    expect(await rowOf(id)).toMatchObject({ episode: 4 });
    const clear = await web.query("select email from emergency_mails where owner_id = ? and kind = 'all-clear'", [id]);
    expect(clear).toEqual([{ email: 'rui@example.com' }]);
  });

  test('is refused if it is of a later episode, of another owner, for another purpose, or mistyped', async () => {
    const [{ id, checkIn }, other] = [await watched('reminding'), await watched('reminding')];
    const stolen = Buffer.concat([
      Buffer.from(checkIn.slice(-48), 'base64url').subarray(0, 16),
      Buffer.from(other.checkIn.slice(-48), 'base64url').subarray(16),
    ]).toString('base64url');
    const before = await rowOf(id);
    for (const wrong of [
      link('check-in', id, 4),
      link('check-in', newId(), 1),
      `/check-in/${linkSecret(web.keyring, 'delivery', id, 3)}`,
      `/check-in/${stolen}`,
      checkIn.slice(0, -1),
      '/check-in/x',
    ]) {
      expect((await look(wrong))[0]).toBe(404);
      expect((await web.visitor().post(wrong)).status).toBe(404);
    }
    expect(await rowOf(id)).toEqual(before);
  });

  test('does not count towards the limit of invalid links if it is valid', async () => {
    const { checkIn } = await watched('reminding');
    const from = { 'x-forwarded-for': '203.0.113.7' };
    expect((await web.visitor().get('/check-in/x', from)).status).toBe(404);
    await web.query('update rate_limits set points = ? where key like ?', [
      WRONG_LINKS_FROM.tries,
      `${WRONG_LINKS_FROM.name}:%`,
    ]);
    const refused = await web.visitor().get('/check-in/x', from);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await web.visitor().get('/contact/x', from)).status).toBe(429);
    expect((await web.visitor().post(checkIn, {}, from)).status).toBe(200);
  });

  test('while the protocol is not running, still checks in, and promises no day', async () => {
    const { id, checkIn, contact } = await watched('missed');
    await web.query('update contents set is_emergency = false where owner_id = ?', [id]);
    const [, text] = await look(contact);
    expect(text).toContain('Right now, nothing is set to be sent to you.');
    expect(text).not.toContain('<table');
    const [status, page] = await look(checkIn);
    expect([status, page]).toEqual([200, expect.stringContaining("Check In - I'm Still Here")]);
    expect(page).toContain('Your emergency protocol isn’t running');
    expect(page).toContain('Choose what to send.');
    expect(page).not.toMatch(/<table|days start again/);
    const pressed = await (await web.visitor().post(checkIn)).text();
    expect(pressed).toContain('We’re writing again to everyone who heard from us');
    expect(pressed).toContain('Your emergency protocol isn’t running');
    expect(pressed).not.toContain('We’ll ask you again');
    expect(await rowOf(id)).toMatchObject({ stage: 'armed', episode: 4 });
  });

  test('after the release, and when the protocol is off, says so and changes nothing', async () => {
    const released = await watched('released');
    const before = await rowOf(released.id);
    expect(await look(released.checkIn)).toEqual([410, expect.stringContaining('Your emergency protocol ended on')]);
    const pressed = await web.visitor().post(released.checkIn);
    expect([pressed.status, await pressed.text()]).toEqual([
      410,
      expect.stringContaining('<a class="btn btn-primary" href="/auth?to=%2Femergency">'),
    ]);
    expect(await rowOf(released.id)).toEqual(before);

    const off = await watched('reminding');
    await web.query(
      "update emergency_protocols set is_active = false, stage = 'armed', episode = 4 where owner_id = ?",
      [off.id],
    );
    expect(await look(off.checkIn)).toEqual([410, expect.stringContaining('Your emergency protocol is off')]);
    expect((await web.visitor().post(off.checkIn)).status).toBe(410);
  });
});

describe('the page of a trusted contact', () => {
  test('shows what happens next and when, and how an answer came: not from whom, nor that all is well', async () => {
    const { id, checkIn, contact } = await watched('missed');
    const [status, page] = await look(contact);
    expect([status, page]).toEqual([200, expect.stringContaining('We haven’t heard from Helena Duarte')]);
    expect(page).toMatch(
      /Helena Duarte \(\S+@\S+\) asked Stillhere to write to you if our emails went unanswered and 30 days passed/,
    );
    expect(page).toContain('href="/genuine"');
    expect(page).toMatch(/\d{4} at \d\d:\d\d<\/th><td>If Helena Duarte has set something aside/);
    // Nothing to press but the language of the page.
    expect(page.replace(/<form class="languages .*?<\/form>/, '')).not.toMatch(/<form|<button/);
    const before = await rowOf(id);
    expect((await web.visitor().post(contact)).status).toBe(200);
    expect(await rowOf(id)).toEqual(before);

    await web.query('delete from trusted_contacts where owner_id = ?', [id]);
    expect((await look(contact))[1]).toContain(
      'no longer one of Helena Duarte’s trusted contacts, so nothing will be sent to you',
    );

    await web.visitor().post(checkIn);
    const [, well] = await look(contact);
    expect(well).toMatch(/Someone pressed “I’m Still Here” in an email from Stillhere to Helena Duarte \(\S+@\S+\)\./);
    expect(well).toMatch(/That was on \d+ \w+ \d{4} at/);
    expect(well).not.toMatch(/all is well/i);
    // Nothing of what they do later is anybody's business.
    await web.query('update emergency_protocols set last_check_in = now() where owner_id = ?', [id]);
    expect((await look(contact))[1]).toBe(well);
  });

  test('says where to look after a release, and that nothing comes once it was switched off', async () => {
    const { id, contact } = await watched('released');
    expect((await look(contact))[1]).toContain('Nothing was left for you in it');
    await web.query(
      `insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, scheduled_time, time_zone, status, origin,
         release_episode, revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
       values (?, ?, 'email', 'rui@example.com', 'Rui', now(), 'UTC', 'pending', 'release', 3, 1, 1, now(), false, 1, now())`,
      [newId(), id],
    );
    expect((await look(contact))[1]).toContain('is on its way to rui@example.com');
    await web.query(
      "update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where owner_id = ?",
      [id],
    );
    expect((await look(contact))[1]).toContain('Check your inbox at rui@example.com, including your spam folder');

    const other = await watched('missed');
    await web.query(
      "update emergency_protocols set is_active = false, stage = 'armed', missed_at = null, episode = 4 where owner_id = ?",
      [other.id],
    );
    await web.query(
      "insert into timeline (id, owner_id, at, kind, actor, detail) values (?, ?, now(), 'protocol-disarmed', 'owner', '{\"episode\": 3}')",
      [newId(), other.id],
    );
    expect((await look(other.contact))[1]).toContain('Someone switched off our messages about Helena Duarte.');
  });

  test('shows the newest, also by the link of an earlier time', async () => {
    const { id, checkIn, contact } = await watched('missed');
    await web.visitor().post(checkIn);
    expect((await look(contact))[1]).toContain('We’ve had an answer from Helena Duarte’s mailbox.');
    await web.query("update emergency_protocols set stage = 'missed', missed_at = now() where owner_id = ?", [id]);
    await web.query(
      `insert into emergency_mails (id, owner_id, episode, kind, index, email, name, state, settled_at, created_at)
       values (?, ?, 4, 'contact-told', 0, 'rui@example.com', 'Rui', 'accepted', now(), now())`,
      [newId(), id],
    );
    expect((await look(contact))[1]).toContain('We haven’t heard from');
  });

  test('of a deleted account says so, and a forged link is not found', async () => {
    const { id, contact } = await watched('missed');
    await web.query('delete from users where id = ?', [id]);
    expect(await look(contact)).toEqual([410, expect.stringContaining('This account was deleted.')]);
    for (const wrong of [
      `${contact.slice(0, -1)}${contact.endsWith('A') ? 'E' : 'A'}`,
      contact.replace('/contact/', '/check-in/'),
    ])
      expect((await look(wrong))[0]).toBe(404);
  });
});
