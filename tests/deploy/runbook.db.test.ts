/** What docs/operations.md tells an operator to run: to end the sessions of an account. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { findSession } from '#services/accounts/sessions.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const [, endSessions = ''] = /```sql\n-- End the sessions of one account\.\n([\s\S]+?;)\n```/.exec(text) ?? [];
const about = (statement: string, id: string) => statement.replaceAll('00000000-0000-0000-0000-000000000000', id);

it('ends the sessions of one account at once, in browsers and programs, and of no other', async () => {
  const stage = await createStage();
  try {
    const [taken, other] = [await createPerson(stage.context()), await createPerson(stage.context())];
    await stage.orm.em.fork().execute(about(endSessions, taken.id));
    expect(await findSession(stage.context(), 'cookie', taken.cookieSecret)).toBeNull();
    expect(await findSession(stage.context(), 'cookie', other.cookieSecret)).not.toBeNull();
  } finally {
    await stage.close();
  }
});
