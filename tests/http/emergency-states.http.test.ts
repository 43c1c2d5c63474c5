/** No page and no answer says that a protocol is active, or when something happens, while nothing would happen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#tests/api/client.ts';
import {
  DATES,
  FIRST_STEPS,
  missingIn,
  PROTOCOL_CASES,
  type ProtocolCase,
  shownState,
} from '#tests/harness/protocol-cases.ts';
import { readyToRun } from './ready-to-run.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let person: Awaited<ReturnType<Web['person']>>;
let authorization: string;
beforeAll(async () => {
  web = await startWeb();
  person = await web.person();
  await readyToRun(web, person);
  await person.post('/emergency/arm', { inactive_days: '30', safety_days: '3' });
  person.cookies.delete('toast');
  const json = { email: person.email, password: 'stillhere' };
  const { body } = await call<{ session_token: string }>(web, 'POST /auth/login', { json });
  authorization = `Bearer ${body.session_token}`;
});
afterAll(() => web?.stop());

/** Stage, and how many days ago the last check-in, the missed check-in and the release were, and the pause ends. */
const MOMENTS: Record<ProtocolCase['moment'], [string, number, number | null, number | null, number | null]> = {
  quiet: ['armed', 12, null, null, null],
  paused: ['armed', 0, null, null, -20],
  missed: ['missed', 31, 1, null, null],
  released: ['released', 40, 9, 0, null],
};

async function bringAbout(given: ProtocolCase): Promise<void> {
  const owner = '(select id from users where email = ?)';
  const confirmed = given.isConfirmed ? `now() - interval '60 days'` : 'null';
  await web.query(`update users set email_confirmed_at = ${confirmed} where email = ?`, [person.email]);
  await web.query(`update contents set is_emergency = ? where owner_id = ${owner}`, [given.hasContent, person.email]);
  await web.query(`delete from trusted_contacts where owner_id = ${owner}`, [person.email]);
  if (given.hasContact)
    await web.query(
      `insert into trusted_contacts (id, owner_id, name, email, created_at)
       values (gen_random_uuid(), ${owner}, 'Rui Duarte', 'rui@example.com', now())`,
      [person.email],
    );
  const [stage, ...instants] = MOMENTS[given.moment];
  const ago = `now() - ?::float8 * interval '1 day'`;
  await web.query(
    `update emergency_protocols set is_active = ?, is_blocked = ?, stage = ?, last_check_in = ${ago}, missed_at = ${ago},
       released_at = ${ago}, paused_until = ${ago} where owner_id = ${owner}`,
    [given.isActive, shownState(given) === 'blocked', stage, ...instants, person.email],
  );
  await web.query(`delete from emergency_mails where owner_id = ${owner}`, [person.email]);
  if (stage === 'missed')
    await web.query(
      `insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at)
       select gen_random_uuid(), owner_id, episode, 'missed', 0, 'accepted', missed_at, missed_at
       from emergency_protocols where owner_id = ${owner}`,
      [person.email],
    );
}

/** A page in its two parts, without what React leaves between words. */
async function read(path: string) {
  const html = (await (await person.get(path)).text()).replaceAll('<!-- -->', '').replaceAll('&#x27;', "'");
  const [, header = ''] = /<header.*?>(.*)<\/header>/s.exec(html) ?? [];
  const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(html) ?? [];
  return { header, main };
}

const LAMPS: Record<ReturnType<typeof shownState>, RegExp> = {
  off: /^(?!.*class="light")/s,
  ended: /class="light"[^>]*>.*?Ended<\/a>/s,
  blocked: /class="light"[^>]*>.*?Not running<\/a>/s,
  runs: /class="light"[^>]*>.*?(Paused|Day \d+ of 30)<\/a>/s,
};
const STATS: Record<ReturnType<typeof shownState>, string> = {
  off: 'Inactive',
  ended: 'Ended',
  blocked: 'Not running',
  runs: 'Active',
};

test.each(PROTOCOL_CASES)('says what is true on every page and in the API: %s', async (_, given) => {
  await bringAbout(given);
  await expectHeader(given);
  await expectDashboard(given);
  await expectEmergencyPage(given);
  if (!given.isActive) await expectQuestion(given);
  await expectStatus(given);
});

async function expectHeader(given: ProtocolCase): Promise<void> {
  const state = shownState(given);
  const { header } = await read('/profile');
  expect(header).toMatch(LAMPS[state]);
  const [first] = missingIn(given);
  if (state !== 'blocked' || !first) return expect(header).not.toContain('isn’t running');
  const { label, to } = FIRST_STEPS[first];
  expect(header).toContain('Your emergency protocol isn’t running');
  expect(header).toMatch(new RegExp(`action="${to}".*<button[^>]*>${label}</button>`, 's'));
  expect(header).not.toMatch(DATES);
}

async function expectDashboard(given: ProtocolCase): Promise<void> {
  const state = shownState(given);
  const { main } = await read('/dashboard');
  const stat = /<a[^>]*href="\/emergency"[^>]*>([^<]+)<\/a>(.*?)<\/div>/s.exec(main);
  expect(stat?.[1]).toBe(STATS[state]);
  expect(/Looking at pages doesn’t count as a check-in/.test(stat?.[2] ?? '')).toBe(state === 'runs');
  expect(/Your emergency protocol isn’t running\. \w/.test(main)).toBe(state === 'blocked');
  const isQuiet = given.isConfirmed && (state === 'off' || (state === 'runs' && given.moment !== 'missed'));
  expect(main.includes('Nothing needs you today.')).toBe(isQuiet);
}

async function expectEmergencyPage(given: ProtocolCase): Promise<void> {
  const state = shownState(given);
  const { main } = await read('/emergency');
  const [first] = missingIn(given);
  if (state === 'blocked' && first) {
    expect(main).toContain(`Not running: ${FIRST_STEPS[first].toDo}`);
    expect(main.match(/btn-big/g)).toHaveLength(1);
    expect(main).not.toMatch(DATES);
    expect(main).not.toMatch(/is-done|Check In - I|aria-current="step"|End the pause|Days to pause/);
    return;
  }
  const words = { off: /Inactive/, ended: /Ended/, runs: /Paused until|Active|Danger/, blocked: /^$/ };
  expect(main).toMatch(words[state]);
  expect(main).not.toContain('Not running');
  if (state === 'off' && first) expect(main.slice(main.indexOf('What it needs'))).not.toMatch(DATES);
  else expect(main).toMatch(state === 'off' ? /If you switched it on now and never checked in/ : DATES);
}

/** Arming asks for what is missing first. */
async function expectQuestion(given: ProtocolCase): Promise<void> {
  const { main } = await read('/emergency/arm');
  const [first] = missingIn(given);
  if (!first) return expect(main).toMatch(/Switch the emergency protocol on\?.*>Switch it on<\/button>/s);
  const { toDo, label } = FIRST_STEPS[first];
  expect(main).toMatch(
    new RegExp(`First, ${toDo}.*btn-primary"[^>]*>${label}<.*btn-secondary"[^>]*>Switch it on anyway<`, 's'),
  );
  expect(main).not.toMatch(DATES);
}

async function expectStatus(given: ProtocolCase): Promise<void> {
  const state = shownState(given);
  const { body } = await call(web, 'GET /emergency/status', { headers: { authorization } });
  const isRunning = given.isActive && missingIn(given).length === 0;
  expect(body).toMatchObject({ is_active: given.isActive, running: isRunning, blocked_by: missingIn(given) });
  expect(body.indicator === 'inactive').toBe(!isRunning);
  const hasDates = state === 'runs' || state === 'ended';
  for (const field of ['stage', 'contacts_told_at', 'release_at'])
    expect([field, body[field] !== null]).toEqual([field, hasDates]);
}
