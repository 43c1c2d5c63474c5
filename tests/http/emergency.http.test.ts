/** The page of the emergency protocol, as the server sends it: all of it works before any script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unconfirm } from '#tests/harness/account.ts';
import { DATES } from '#tests/harness/protocol-cases.ts';
import { holds } from '#tests/spec/holds.ts';
import { changeProtocol, readPage as read, readyPerson } from './emergency-page.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

type Person = Awaited<ReturnType<Web['person']>>;
const DAYS = { inactive_days: '30', safety_days: '3' };
const SCRIPT = { accept: 'application/json' };

async function sent(person: Person, path: string, fields: Record<string, string> = {}) {
  const answer = await person.post(path, fields);
  return [answer.status, answer.headers.get('location')];
}

const prepared = () => readyPerson(web);
const change = (person: Person, set: string) => changeProtocol(web, person, set);

test('a person on Free sees what a plan would add, and no button that does nothing', async () => {
  const helena = await web.person('Helena Duarte', 'free');
  await unconfirm(web.query, helena.email);
  const page = await read(helena);
  expect(page).toMatch(/Status Check.*Inactive.*Check In - I'm Still Here.*Protocol Settings.*Save Settings/s);
  expect(page).toMatch(
    /comes with Plus or Premium\..*You’re on Free: you can prepare everything here.*href="\/pricing\?to=%2Femergency"[^>]*>See plans.*Status Check/s,
  );
  expect(page).toMatch(/<input[^>]*role="switch"[^>]*disabled=""[^>]*\/>.*Active.*comes with Plus or Premium\./s);
  for (const what of ['A trusted contact', 'Something to send', 'Your confirmed email', 'Switched on'])
    expect(page).toMatch(new RegExp(`Missing: </span></span><span class="who"><strong>${what}<`));
  expect(page.slice(page.indexOf('What it needs')), 'no date of what cannot happen').not.toMatch(DATES);
  expect(page).toContain('Contacts are added from the Profile page');
  expect(await read(helena, '/emergency/arm')).not.toMatch(/<button[^>]*>Switch it/);
  const days = 'inactive_days=60&safety_days=5';
  const refused = await helena.post(`/emergency/arm?${days}`, { inactive_days: '60', safety_days: '5' });
  expect(refused.status).toBe(402);
  const back = encodeURIComponent(`/emergency/arm?${days}`);
  expect(await refused.text()).toMatch(new RegExp(`comes with Plus or Premium.*href="/pricing\\?to=${back}"`, 's'));
});

test('arming asks first, says what would happen to whom on which date, and saves the days along with it', async () => {
  holds('S2-17', 'S8-27', 'S8-30');
  const helena = await prepared();
  const change = (verb: string) => sent(helena, '/emergency/contents', { verb, content_id: helena.letter });
  expect(await change('remove')).toEqual([302, '/emergency']);
  expect(await change('add')).toEqual([302, '/emergency']);
  expect(await read(helena)).toMatch(/Added to emergency.*If you switched it on now.*send Rui 1 item on/s);

  const days = { inactive_days: '60', safety_days: '5' };
  const [status, question] = await sent(helena, '/emergency', { ...days, is_active: 'true' });
  expect([status, question]).toEqual([302, '/emergency/arm?inactive_days=60&safety_days=5']);
  const asked = await read(helena, `${question}`);
  expect(asked).toMatch(/Switch the emergency protocol on\?.*tell Rui on.*send Rui 1 item on/s);
  expect(asked).toContain('name="inactive_days" value="60"');
  expect(await read(helena), 'asking arms nothing').toContain('Inactive');

  expect(await sent(helena, '/emergency/arm', days)).toEqual([302, '/emergency']);
  const armed = await read(helena);
  expect(armed).toMatch(/Settings updated!.*Active.*60 days/s);
  expect(armed).toMatch(/aria-current="step"><span class="name">Quiet/);
  expect(await read(helena, '/dashboard')).toMatch(
    /Emergency Protocol<\/dt><dd><a[^>]*href="\/emergency"[^>]*>Active<\/a><span[^>]*>Day 0 of 60</,
  );

  expect(await sent(helena, '/emergency', days)).toEqual([302, '/emergency/disarm?inactive_days=60&safety_days=5']);
  expect(await read(helena, '/emergency/disarm')).toContain('Switch the emergency protocol off?');
  expect(await sent(helena, '/emergency/disarm', days)).toEqual([302, '/emergency']);
  expect(await read(helena)).toContain('Inactive');
});

test('days that cannot be are refused at their field, and what was typed is kept', async () => {
  holds('S2-43', 'S5-8', 'S9-4', 'C-8');
  const helena = await prepared();
  const answer = await helena.post('/emergency', { inactive_days: '6', safety_days: '31', is_active: 'true' });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(page).toMatch(/settings-inactive_days-error">Please enter a whole number of days from 7 to 365/);
  expect(page).toMatch(/settings-safety_days-error">Please enter a whole number of days from 1 to 30/);
  expect(page).toMatch(/<input(?=[^>]*type="number")(?=[^>]*min="7")(?=[^>]*max="365")/);
  expect(page).toContain('value="31"');
  expect(page).toMatch(/<input(?=[^>]*name="is_active")(?=[^>]*checked="")/);
  const arming = await helena.post('/emergency/arm', { inactive_days: '6', safety_days: '1' });
  expect([arming.status, await arming.text()]).toEqual([422, expect.stringContaining('from 7 to 365')]);
  expect(await read(helena)).toContain('Inactive');
  expect((await helena.post('/emergency/arm', { inactive_days: '7', safety_days: '1' })).status).toBe(302);
  expect(await sent(helena, '/emergency', { inactive_days: '7', safety_days: '2', is_active: 'true' })).toEqual([
    302,
    '/emergency',
  ]);
});

test('a reminder is on every page until its button is pressed, and goes back to where it was', async () => {
  const helena = await prepared();
  await helena.post('/emergency/arm', DAYS);
  expect(await read(helena, '/profile')).toContain('Day 0 of 30');
  await change(helena, `stage = 'reminding', last_check_in = now() - interval '24 days'`);
  const banner =
    /You haven’t checked in for 24 days.*action="\/emergency\/check-in"|action="\/emergency\/check-in".*You haven’t checked in for 24 days/s;
  for (const path of ['/dashboard', '/profile', '/shared']) expect(await read(helena, path), path).toMatch(banner);
  expect(await read(helena, '/dashboard'), 'and no other line says that all is quiet').toMatch(
    /A check-in is due: see above/,
  );
  expect(await read(helena)).toMatch(/Warning.*aria-current="step"><span class="name">Reminders/s);
  expect(await read(helena, '/profile')).toMatch(/Unless you do, we’ll tell your trusted contact on \d/);
  expect(await sent(helena, '/emergency/check-in')).toEqual([302, '/emergency']);
  const after = await read(helena);
  expect(after).toContain('Check-in recorded!');
  expect(after).not.toContain('You haven’t checked in');
  expect((await helena.get('/emergency/check-in')).headers.get('location')).toBe('/emergency');
  const fromScript = [helena, web.visitor()].map((who) => who.post('/emergency/check-in', {}, SCRIPT));
  expect((await Promise.all(fromScript)).map(({ status }) => status)).toEqual([204, 401]);
});

test('changing anything on a page is a sign of life; looking, and what is refused, is none', async () => {
  const helena = await prepared();
  await helena.post('/emergency/arm', DAYS);
  const silent = () => change(helena, `stage = 'reminding', last_check_in = now() - interval '24 days'`);
  await silent();
  await helena.get('/dashboard');
  await helena.post('/profile/contacts', { name: '', email: 'nowhere' });
  expect(await read(helena)).toContain('You haven’t checked in');
  await helena.post('/profile', { name: 'Helena', time_zone: 'Europe/Lisbon' });
  expect(await read(helena)).not.toContain('You haven’t checked in');
  await silent();
  const again = web.visitor();
  expect((await again.post('/auth', { email: helena.email, password: 'stillhere' })).status).toBe(302);
  expect(await read(helena)).not.toContain('You haven’t checked in');
});

test('a pause says until when before it begins, is on the line, and can be ended', async () => {
  const helena = await prepared();
  await helena.post('/emergency/arm', DAYS);
  const tooLong = await read(helena, '/emergency/pause?days=91');
  expect(tooLong).toMatch(/value="91".*id="pause-error">Please enter a whole number of days from 1 to 90/s);
  expect(await read(helena, '/emergency/pause?days=')).toMatch(/id="pause-error">Please enter a whole number of days/);
  expect(await read(helena, '/emergency')).toMatch(/<form(?=[^>]*action="\/emergency\/pause")(?=[^>]*noValidate)/i);
  expect(await read(helena, '/emergency/pause?days=20')).toMatch(/Pause until \d+ \w+/);
  expect((await helena.post('/emergency/pause', { days: '0' })).status).toBe(422);
  expect(await sent(helena, '/emergency/pause', { days: '20' })).toEqual([302, '/emergency']);
  expect(await read(helena)).toMatch(/Paused until.*paused until.*End the pause/s);
  expect(await sent(helena, '/emergency/pause/end', {})).toEqual([302, '/emergency']);
  expect(await read(helena)).not.toContain('Paused until');
});

test('items set aside are shown with their first words, and another account cannot set them aside', async () => {
  holds('S4-6', 'S8-28');
  const [helena, other] = [await prepared(), await web.person('Marta Lind')];
  const add = { verb: 'add', content_id: helena.letter };
  await helena.post('/emergency/contents', { ...add, verb: 'remove' });
  expect(await read(helena)).toMatch(/<option value="[^"]+">Text: Where everything is<\/option>/);
  expect((await other.post('/emergency/contents', add)).status).toBe(404);
  await helena.post('/emergency/contents', add);
  expect(await read(helena)).toMatch(/class="em-text">.*Where everything is.*The spare key\..*Remove/s);
  await helena.post('/emergency/contents', { ...add, verb: 'remove' });
  expect(await read(helena)).toMatch(/Removed from emergency.*You haven’t chosen anything yet/s);
});

test('after a release every page offers “I’m back”, which shows what was opened and begins again', async () => {
  const helena = await prepared();
  expect((await helena.get('/emergency/return')).headers.get('location')).toBe('/emergency');
  await helena.post('/emergency/arm', DAYS);
  await change(helena, `stage = 'released', missed_at = now() - interval '3 days', released_at = now()`);
  await web.query(
    `insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, scheduled_time, time_zone, status, origin,
       release_episode, revision, synced_revision, is_unconfirmed, link_epoch, created_at, sent_at, finished_at, opened_at)
     select gen_random_uuid(), u.id, 'email', r.email, r.name, now(), 'UTC', 'sent', 'release', 1, 1, 1, false, 1, r.made, now(), now(), r.opened
     from users u, (values ('rui@example.com', 'Rui Duarte', now(), now() - interval '1 minute'),
       ('ana@example.com', 'Ana', null, now())) as r(email, name, opened, made)
     where u.email = ?`,
    [helena.email],
  );
  const everywhere = await read(helena, '/dashboard');
  expect(everywhere).toMatch(/has ended.*I’m back|I’m back.*has ended/s);
  expect(everywhere).toContain('has gone to your trusted contacts');
  expect((await helena.post('/emergency/check-in', {}, SCRIPT)).status).toBe(409);
  expect((await helena.post('/emergency/check-in')).status).toBe(302);
  const page = await read(helena);
  expect(page).toMatch(/Failed to record check-in.*Rui Duarte.*Opened on.*Ana.*Sent on.*I'm back/s);
  expect(page).not.toContain('Check In - I');
  const stale = await sent(helena, '/emergency', { inactive_days: '40', safety_days: '3', is_active: 'true' });
  expect([stale, await read(helena)]).toEqual([
    [302, '/emergency'],
    expect.stringMatching(/Failed to update settings.*I'm back/s),
  ]);
  expect(await read(helena, '/emergency/return')).not.toContain('Your plan has ended');
  // What the release has done to a plan that was paid for.
  await web.query(
    `with ended as (delete from subscriptions s using users u where u.id = s.owner_id and u.email = ?)
     insert into customers (owner_id, stripe_customer_id) select id, 'cus_' || id from users where email = ?`,
    [helena.email, helena.email],
  );
  expect(await read(helena, '/emergency/return')).toMatch(/Welcome back.*Your plan has ended.*Opened on/s);
  expect(await sent(helena, '/emergency/return')).toEqual([302, '/emergency']);
  expect(await read(helena)).toMatch(/Active.*What was sent last time.*Opened on.*Taken back unopened/s);
});
