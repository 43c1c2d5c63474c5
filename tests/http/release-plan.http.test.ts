/** /emergency/plan, as the server sends it: all of it works before any script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeProtocol, readPage, readyPerson } from './emergency-page.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const PLAN = '/emergency/plan';

/** A person with Ana, Rui and a letter. */
async function prepared() {
  const helena = await readyPerson(web);
  await helena.post('/profile/contacts', { name: 'Ana Duarte', email: 'ana@example.com' });
  helena.cookies.delete('toast');
  return helena;
}

/** The ids in the cells of a page, by the names of the fields. */
function cellsIn(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/name="(cell_[a-z]+)" value="([^"]+)"/g)].map(([, name, ids]) => [name, ids ?? '']),
  );
}

test('choosing works without scripts: the sentence, the day and the list of those who get nothing follow', async () => {
  const helena = await prepared();
  await helena.post('/emergency/arm?inactive_days=30&safety_days=3', { inactive_days: '30', safety_days: '3' });
  const before = await readPage(helena, PLAN);
  expect(before).toMatch(
    /the release is on .*Rui receives 1 thing on .*Ana receives 1 thing on .*Each of your contacts receives something/s,
  );
  expect(await readPage(helena)).toMatch(/every contact receives all of this.*href="\/emergency\/plan"/s);
  const cells = cellsIn(before);
  expect(Object.keys(cells)).toEqual(['cell_a', 'cell_b']);

  const later = { when_a: 'later', days_a: '14', when_b: 'no', days_b: '14' };
  const saved = await helena.post(PLAN, { ...cells, ...later });
  expect([saved.status, saved.headers.get('location')]).toEqual([302, PLAN]);
  const after = await readPage(helena, PLAN);
  expect(after).toMatch(
    /Plan saved!.*Rui receives 1 thing on .*14 days after.*Ana receives nothing\..*You have chosen nothing for them/s,
  );
  const emergency = await readPage(helena);
  expect(emergency).toMatch(/each contact receives what you chose for them/);
  expect(emergency).toMatch(/<li>Rui: \d+ \w+( \d{4})?<\/li><li>Ana: nothing<\/li>/);
});

test('what nobody was chosen for is refused, and so is a number that is none; what was typed stays', async () => {
  const helena = await prepared();
  const cells = cellsIn(await readPage(helena, PLAN));
  const nobody = await helena.post(PLAN, { ...cells, when_a: 'no', when_b: 'no' });
  expect(nobody.status).toBe(422);
  expect(await nobody.text()).toMatch(/“Where everything is” would go to nobody/);
  const typed = await helena.post(PLAN, { ...cells, when_a: 'later', days_a: '400', when_b: 'release', days_b: '14' });
  expect(typed.status).toBe(422);
  expect(await typed.text()).toMatch(
    /<details class="chip" open="">.*value="400".*whole number of days from 0 to 365/s,
  );
  expect(await readPage(helena, PLAN)).toContain('Rui receives 1 thing at the release.');
});

test('what everyone gets at the release also goes to a contact who is added later', async () => {
  const helena = await prepared();
  const cells = cellsIn(await readPage(helena, PLAN));
  await helena.post(PLAN, { ...cells, when_a: 'release', when_b: 'release' });
  await helena.post('/profile/contacts', { name: 'Zoe', email: 'zoe@example.com' });
  expect(await readPage(helena, PLAN)).toContain('Zoe receives 1 thing at the release.');
});

test('the ids of somebody else’s things are refused', async () => {
  const [helena, joana] = [await prepared(), await prepared()];
  const theirs = cellsIn(await readPage(joana, PLAN));
  const refused = await helena.post(PLAN, { ...theirs, when_a: 'later', days_a: '3', when_b: 'no' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('One of these items isn’t among it');
});

test('after a release the plan is shown, and cannot be changed', async () => {
  const helena = await prepared();
  await helena.post('/emergency/arm?inactive_days=30&safety_days=3', { inactive_days: '30', safety_days: '3' });
  const cells = cellsIn(await readPage(helena, PLAN));
  await changeProtocol(web, helena, "stage = 'released', missed_at = now(), released_at = now()");
  const page = await readPage(helena, PLAN);
  expect(page).toContain('so the plan can’t be changed');
  expect(page).not.toContain('Save the plan');
  expect((await helena.post(PLAN, { ...cells, when_a: 'later', days_a: '3', when_b: 'no' })).status).toBe(409);
});
