import type { Web } from './web.ts';

/** Gives a person what their protocol needs before it runs, as they would: a confirmed address, a contact, a letter. */
export async function readyToRun(web: Pick<Web, 'query'>, person: Awaited<ReturnType<Web['person']>>): Promise<string> {
  await web.query('update users set email_confirmed_at = now() where email = ?', [person.email]);
  await person.post('/profile/contacts', { name: 'Rui Duarte', email: 'rui@example.com' });
  const kept = await person.post('/create', { title: 'Where everything is', content: 'The spare key.' });
  const letter = kept.headers.get('location')?.split('=')[1] ?? '';
  await person.post('/emergency/contents', { verb: 'add', content_id: letter });
  person.cookies.delete('toast');
  return letter;
}

/** Puts a new person's protocol into the state after a release: no worker runs here that would release it. */
export async function released(web: Pick<Web, 'query'>, email: string): Promise<void> {
  await web.query(
    `insert into emergency_protocols (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode,
       revision, synced_revision, missed_at, released_at)
     select id, true, 30, 3, now(), 'released', 1, 0, 0, now(), now() from users where email = ?`,
    [email],
  );
}
