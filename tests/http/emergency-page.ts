/** The emergency page and its person, for tests that read pages as the server sends them. */
import { expect } from 'vitest';
import { readyToRun } from './ready-to-run.ts';
import type { Web } from './web.ts';

type Person = Awaited<ReturnType<Web['person']>>;

/** What a page says, without its scripts and what React leaves between words. */
export async function readPage(person: Person, path = '/emergency'): Promise<string> {
  const response = await person.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  const html = await response.text();
  return html
    .slice(0, html.indexOf('<script', html.indexOf('<body')))
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'");
}

/** A person with a plan, a confirmed address, a contact, and a letter that is set aside. */
export async function readyPerson(web: Web) {
  const person = await web.person();
  return Object.assign(person, { letter: await readyToRun(web, person) });
}

/** @param set columns of their protocol, as SQL */
export function changeProtocol(web: Web, person: Pick<Person, 'email'>, set: string) {
  return web.query(`update emergency_protocols set ${set} where owner_id = (select id from users where email = ?)`, [
    person.email,
  ]);
}
