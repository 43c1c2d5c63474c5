/** The form of a delivery as a browser without scripts meets it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { startWeb, TWILIO, type Web } from './web.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let letter: string;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person();
  const kept = await helena.post('/create', { title: 'How we chose your name', content: 'Dear Ana,' });
  letter = new URL(kept.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
});
afterAll(() => web?.stop());

const WISH = {
  delivery_type: 'email',
  recipient_name: 'Ana',
  recipient_email: 'ana@example.com',
  phone_country: 'PT',
  recipient_phone: '',
  date: '2031-05-04',
  time: '09:00',
  time_zone: 'Europe/Lisbon',
  birth_date: '',
  clocks_seen: '',
};
const send = (change: Record<string, string> = {}, path = '/schedule?new') =>
  helena.post(path, { content_id: letter, ...WISH, ...change });
const newest = async () => {
  const [row] = await web.query<{ id: string; channel: string; recipient_phone: string; local_time: string }>(
    'select id, channel, recipient_phone, local_time from deliveries order by id desc limit 1',
  );
  return row;
};
const count = async () => (await web.query<{ n: number }>('select count(*)::int as n from deliveries'))[0]?.n;
/** @returns the value of a field; of a list without a chosen option its first, as a browser sends it */
function held(page: string, name: string): string | undefined {
  const select = new RegExp(`<select[^>]*name="${name}".*?</select>`, 's').exec(page)?.[0];
  if (select) {
    const option = /<option[^>]*selected=""[^>]*>/.exec(select) ?? /<option[^>]*>/.exec(select);
    return option?.[0].match(/value="([^"]*)"/)?.[1];
  }
  return new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(page)?.[0].match(/ value="([^"]*)"/)?.[1];
}

test('the zone is the one of the profile, and so is the country of the phone', async () => {
  const page = await (await helena.get('/schedule?new')).text();
  expect([held(page, 'time_zone'), held(page, 'phone_country')]).toEqual(['Europe/Lisbon', 'PT']);
  expect(page).toContain('Portugal (+351)');
  expect(page).toContain('they should have agreed to get a WhatsApp message from Stillhere');
});

test('nothing is chosen to send until the address or the person chooses it', async () => {
  expect(held(await (await helena.get('/schedule?new')).text(), 'content_id')).toBe('');
  expect(held(await (await helena.get(`/schedule?content=${letter}`)).text(), 'content_id')).toBe(letter);
  const before = await count();
  const refused = await send({ content_id: '' });
  expect([refused.status, await count()]).toEqual([422, before]);
  expect(await refused.text()).toContain('Please choose what to send');
});

describe('a day that is chosen by a button', () => {
  test('comes back in the form, keeps nothing, and loses nothing that was typed', async () => {
    const before = await count();
    const typed = { delivery_type: 'whatsapp', recipient_phone: '912 000 417', date: '', time: '18:30' };
    const answer = await send({ ...typed, birth_date: '2020-02-29', quick: 'birthday' });
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain(
      'Their 18th birthday is Monday 1 March 2038. There’s no 29 February in 2038, so we chose 1 March.',
    );
    for (const [name, value] of Object.entries({ ...WISH, ...typed, date: '2038-03-01', birth_date: '2020-02-29' }))
      if (name !== 'delivery_type' && name !== 'clocks_seen') expect([name, held(page, name)]).toEqual([name, value]);
    expect(page).toMatch(/<input[^>]*checked=""[^>]*value="whatsapp"|<input[^>]*value="whatsapp"[^>]*checked=""/);
    expect(await count()).toBe(before);
  });

  test('comes with an hour, and asks for the birth date where there is none', async () => {
    const tomorrow = await (await send({ date: '', time: '', quick: 'tomorrow' })).text();
    expect(held(tomorrow, 'time')).toBe('09:00');
    expect(held(tomorrow, 'date')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(tomorrow).toMatch(/<input(?=[^>]*name="date")(?=[^>]*autofocus)/i);
    const page = await (await send({ quick: 'birthday' })).text();
    expect(page).toContain('Please enter their birth date.');
    expect(held(page, 'date')).toBe('2031-05-04');
  });
});

describe('an hour at which the clocks change', () => {
  test('that daylight saving skips comes back as the next valid hour, and is saved when it is sent again', async () => {
    const before = await count();
    const answer = await send({ date: '2031-03-30', time: '01:30' });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    // Once for people; once more in what scripts go on from.
    const parts = page
      .split('<script')[0]
      ?.split('On 30 March 2031 the clocks in Lisbon go forward, and 01:30 is skipped.');
    expect(parts).toHaveLength(2);
    expect(page).toContain('Not saved yet');
    expect(await count()).toBe(before);
    const seen = {
      date: held(page, 'date') ?? '',
      time: held(page, 'time') ?? '',
      clocks_seen: held(page, 'clocks_seen') ?? '',
    };
    expect(seen).toMatchObject({ date: '2031-03-30', time: '02:30' });
    expect((await send(seen)).status).toBe(302);
    expect(await newest()).toMatchObject({ local_time: '2031-03-30T02:30' });
  });

  test('that comes twice is asked about once, also when a delivery is changed', async () => {
    expect((await send()).status).toBe(302);
    const path = `/schedule/${(await newest())?.id}/edit`;
    const page = await (await send({ date: '2031-10-26', time: '01:30' }, path)).text();
    expect(page).toContain(
      'On 26 October 2031 the clocks in Lisbon go back, and 01:30 comes twice. It goes out the first time.',
    );
    expect(await newest()).toMatchObject({ local_time: '2031-05-04T09:00' });
    const seen = { date: '2031-10-26', time: '01:30', clocks_seen: held(page, 'clocks_seen') ?? '' };
    // Another hour than the one that was asked about is asked about anew.
    expect((await send({ ...seen, time_zone: 'Europe/Madrid', time: '02:30' }, path)).status).toBe(422);
    expect((await send(seen, path)).status).toBe(302);
    expect(await newest()).toMatchObject({ local_time: '2031-10-26T01:30' });
  });
});

describe('WhatsApp', () => {
  test('a number without its country is kept with the one that was chosen, and comes back grouped', async () => {
    expect((await send({ delivery_type: 'whatsapp', recipient_phone: '(912) 000-417' })).status).toBe(302);
    const row = await newest();
    expect(row).toMatchObject({ channel: 'whatsapp', recipient_phone: '+351912000417' });
    expect(await (await helena.get('/schedule')).text()).toContain('+351 912 000 417');
    const page = await (await helena.get(`/schedule/${row?.id}/edit`)).text();
    expect([held(page, 'recipient_phone'), held(page, 'phone_country')]).toEqual(['+351 912 000 417', 'PT']);
  });

  test('needs a number that can be, and says so at its field', async () => {
    holds('S5-6');
    const without = await send({ delivery_type: 'whatsapp' });
    expect(without.status).toBe(422);
    expect(await without.text()).toContain('Please enter the recipient’s phone number: it’s needed for WhatsApp');
    const wrong = await send({ delivery_type: 'whatsapp', recipient_phone: '912' });
    expect(wrong.status).toBe(422);
    const page = await wrong.text();
    expect(page).toContain('That doesn’t look like a valid number.');
    expect(held(page, 'recipient_phone')).toBe('912');
  });

  test('is not offered if it is not set up, and refused at its field from an older page', async () => {
    const without = await startWeb({
      TWILIO_ACCOUNT_SID: '',
      TWILIO_AUTH_TOKEN: '',
      TWILIO_WHATSAPP_FROM: '',
      TWILIO_CONTENT_SID: '',
    });
    try {
      const rui = await without.person('Rui');
      const kept = await rui.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
      const content_id = new URL(kept.headers.get('location') ?? '', without.origin).searchParams.get('content') ?? '';
      expect(await (await rui.get('/schedule?new')).text()).not.toContain('WhatsApp');
      const answer = await rui.post('/schedule?new', {
        ...WISH,
        content_id,
        delivery_type: 'whatsapp',
        recipient_phone: '+351912000417',
      });
      expect(answer.status).toBe(422);
    } finally {
      await without.stop();
    }
  });
});

test('SMS is offered only where its number is set up', async () => {
  const sms = 'they should have agreed to get a text message from Stillhere';
  expect(await (await helena.get('/schedule?new')).text()).not.toContain(sms);
  const withSms = await startWeb({ TWILIO_SMS_FROM: TWILIO.smsFrom });
  try {
    const rui = await withSms.person('Rui');
    const kept = await rui.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
    const content_id = new URL(kept.headers.get('location') ?? '', withSms.origin).searchParams.get('content') ?? '';
    expect(await (await rui.get('/schedule?new')).text()).toContain(sms);
    const wish = { ...WISH, content_id, delivery_type: 'sms' };
    const without = await rui.post('/schedule?new', wish);
    expect(await without.text()).toContain('Please enter the recipient’s phone number: it’s needed for SMS');
    expect((await rui.post('/schedule?new', { ...wish, recipient_phone: '+351912000417' })).status).toBe(302);
    expect(await withSms.query('select channel, recipient_phone from deliveries')).toEqual([
      { channel: 'sms', recipient_phone: '+351912000417' },
    ]);
  } finally {
    await withSms.stop();
  }
});

test('a 29 February that does not exist is refused by name', async () => {
  expect(await (await send({ date: '2031-02-29' })).text()).toContain(
    'There’s no 29 February in 2031. Please choose 28 February or 1 March.',
  );
});

test('an address with a slip in a common domain is asked about once, with a button for each answer', async () => {
  const before = await count();
  const typo = { recipient_email: 'Ana@gmial.com' };
  const asked = await send(typo);
  const page = (await asked.text()).replaceAll('<!-- -->', '');
  expect([asked.status, await count()]).toEqual([422, before]);
  expect(page).toContain('Did you mean gmail.com?');
  expect(page).toMatch(
    /value="ana@gmail\.com"[^>]*>Use ana@gmail\.com<.*value="ana@gmial\.com"[^>]*>Keep ana@gmial\.com</s,
  );
  expect(held(page, 'date')).toBe('2031-05-04');

  // An hour that comes twice asks as well: each is asked once.
  const answered = (change: Record<string, string>, answer: string, path?: string) =>
    helena.post(path ?? '/schedule?new', [
      ...Object.entries({ content_id: letter, ...WISH, ...typo, ...change }),
      ['recipient_email', answer],
    ]);
  const twice = { date: '2031-10-26', time: '01:30' };
  const clocks = await (await send({ ...typo, ...twice })).text();
  expect(clocks).not.toContain('Did you mean');
  const clocks_seen = held(clocks, 'clocks_seen') ?? '';
  const both = await (await send({ ...typo, ...twice, clocks_seen })).text();
  expect(both).toContain('Did you mean');
  expect(held(both, 'clocks_seen')).toBe(clocks_seen);
  const kept = await answered({ ...twice, clocks_seen }, 'ana@gmial.com');
  expect([kept.headers.get('location'), await count()]).toEqual(['/schedule', (before ?? 0) + 1]);
  expect((await answered({}, 'ana@gmail.com')).headers.get('location')).toBe('/schedule');
  const [row] = await web.query<{ recipient_email: string; id: string }>(
    'select id, recipient_email from deliveries order by id desc limit 1',
  );
  expect(row?.recipient_email).toBe('ana@gmail.com');

  const edit = `/schedule/${row?.id}/edit`;
  expect((await send(typo, edit)).status).toBe(422);
  expect((await answered({}, 'ana@gmial.com', edit)).headers.get('location')).toBe('/schedule');
  expect((await send({ ...typo, time: '10:00' }, edit)).headers.get('location'), 'kept').toBe('/schedule');
});
