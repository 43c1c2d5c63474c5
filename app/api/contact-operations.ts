import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { trustedContactSchema } from '#domain/contacts/contacts.schema.ts';
import { addContact, listContacts, removeContact } from '#services/contacts/contacts.ts';
import { withToken } from './operation.ts';

const contact = z
  .object({ id: z.uuid(), name: z.string(), email: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'TrustedContact' });

export const CONTACT_OPERATIONS = [
  withToken(
    'listTrustedContacts',
    'GET /user/trusted-contacts',
    { summary: 'Who is told when you stop checking in', answer: z.array(contact) },
    ({ context, session }) => listContacts(contextOf(context), session.user.id),
  ),
  withToken(
    'addTrustedContact',
    'POST /user/trusted-contacts',
    {
      summary: 'Add a trusted contact',
      body: trustedContactSchema,
      answer: contact,
      status: 201,
      creates: true,
      refuses: ['conflict'],
    },
    ({ context, session, body }) => addContact(contextOf(context), session.user.id, body),
  ),
  withToken(
    'removeTrustedContact',
    'DELETE /user/trusted-contacts/{id}',
    { summary: 'Remove a trusted contact' },
    async ({ context, session, params }) => {
      await removeContact(contextOf(context), session.user.id, params.id ?? '');
      return undefined;
    },
  ),
];
