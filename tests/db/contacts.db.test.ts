import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContactChange, NewTrustedContact } from '#domain/contacts/contacts.schema.ts';
import {
  addContact,
  CONTACTS_MAX,
  changeContact,
  findContact,
  listContacts,
  removeContact,
} from '#services/emergency/contacts.ts';
import { createPerson, createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const ana = { name: 'Ana Duarte', email: 'ana@example.com' };

describe('trusted contacts', () => {
  it('are listed newest first, and only to their owner', async () => {
    const [helena, other] = [await createPerson(stage.context()), await createPerson(stage.context())];
    const first = await addContact(stage.context(), helena.id, ana);
    const second = await addContact(stage.context(), helena.id, { name: 'Rui', email: 'rui@example.com' });
    expect(await listContacts(stage.context(), helena.id)).toEqual([second, first]);
    expect(await listContacts(stage.context(), other.id)).toEqual([]);
    await expect(findContact(stage.context(), other.id, first.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(removeContact(stage.context(), other.id, first.id)).rejects.toMatchObject({ code: 'not-found' });
    await removeContact(stage.context(), helena.id, first.id);
    await expect(removeContact(stage.context(), helena.id, first.id)).rejects.toMatchObject({ code: 'not-found' });
    expect(await listContacts(stage.context(), helena.id)).toEqual([second]);
  });

  it('are saved once for each address, also from ten requests at once, and never the owner', async () => {
    const helena = await createPerson(stage.context());
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => addContact(stage.context(), helena.id, ana)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listContacts(stage.context(), helena.id)).toHaveLength(1);
    await expect(addContact(stage.context(), helena.id, { name: 'Me', email: helena.email })).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'email' }],
    });
  });

  it(`are at most ${CONTACTS_MAX}, also when two requests add the last one at once`, async () => {
    const helena = await createPerson(stage.context());
    const add = (n: number) => addContact(stage.context(), helena.id, { name: `C ${n}`, email: `c${n}@example.com` });
    for (let n = 1; n < CONTACTS_MAX; n++) await add(n);
    const last = await Promise.allSettled([add(100), add(101), add(102)]);
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await listContacts(stage.context(), helena.id)).toHaveLength(CONTACTS_MAX);
  });

  it('are changed in place, and a new address counts like a new contact', async () => {
    const [helena, other] = [await createPerson(stage.context()), await createPerson(stage.context())];
    const { id } = await addContact(stage.context(), helena.id, ana);
    await addContact(stage.context(), helena.id, { name: 'Rui', email: 'rui@example.com' });
    await stage.orm.em.fork().execute('update trusted_contacts set bounced_at = now() where id = ?', [id]);
    const change = (input: { name?: string; email?: string }, owner = helena.id) =>
      changeContact(stage.context(), owner, id, input);
    expect(await change({ name: 'Ana D.' })).toMatchObject({ name: 'Ana D.', email: ana.email });
    expect((await findContact(stage.context(), helena.id, id)).bounced_at).not.toBeNull();
    expect(await change({ email: 'ana.duarte@example.com' })).toMatchObject({
      name: 'Ana D.',
      email: 'ana.duarte@example.com',
      bounced_at: null,
    });
    for (const email of ['rui@example.com', helena.email])
      await expect(change({ email })).rejects.toMatchObject({ code: 'conflict', fields: [{ field: 'email' }] });
    await expect(change({ name: 'Mine' }, other.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('have a phone, a second address and a role, which belong to one person only', async () => {
    const helena = await createPerson(stage.context());
    const add = (input: NewTrustedContact) => addContact(stage.context(), helena.id, input);
    const { id } = await add({ ...ana, phone: '+351912345678', alternate_email: 'ana@work.example', role: 'witness' });
    const rui = await add({ name: 'Rui', email: 'rui@example.com' });
    expect(rui).toMatchObject({ phone: null, alternate_email: null, role: 'recipient' });
    const change = (input: ContactChange) => changeContact(stage.context(), helena.id, id, input);
    expect(await change({ role: 'recipient', phone: null })).toMatchObject({
      ...{ name: ana.name, email: ana.email, phone: null, alternate_email: 'ana@work.example', role: 'recipient' },
    });
    for (const alternate_email of [ana.email, rui.email, helena.email])
      await expect(change({ alternate_email })).rejects.toMatchObject({
        code: 'conflict',
        fields: [{ field: 'alternate_email' }],
      });
    await expect(add({ name: 'Work', email: 'ana@work.example' })).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'email' }],
    });
  });
});
