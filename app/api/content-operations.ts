import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { changeContentSchema, createFileSchema, uploadTextSchema } from '#domain/content/content.schema.ts';
import { CONTENT_TYPES } from '#domain/content/content.ts';
import { changeContent, createText } from '#services/contents/change-content.ts';
import { deleteContent } from '#services/contents/delete-content.ts';
import { findContent, listWholeContents, listWholePublicContents } from '#services/contents/read-contents.ts';
import { forEveryone, withToken } from './operation.ts';
import { PAGES, page, pageQuery } from './pages.ts';
import { uploadFile } from './upload-file.ts';

const publicContent = z
  .object({
    id: z.uuid(),
    type: z.enum(CONTENT_TYPES),
    title: z.string(),
    excerpt: z.string(),
    file_id: z.uuid().nullable(),
    metadata: z.object({ original_filename: z.string().nullable(), content_type: z.string(), size: z.int() }),
    preview: z
      .union([
        z.object({ kind: z.literal('picture'), width: z.int(), height: z.int() }),
        z.object({ kind: z.literal('waveform'), peaks: z.array(z.int()) }),
      ])
      .nullable(),
    created_at: z.iso.datetime(),
    content: z.string(),
  })
  .meta({ id: 'PublicContent' });
const content = publicContent.extend({ is_public: z.boolean(), is_emergency: z.boolean() }).meta({ id: 'Content' });

const listQuery = pageQuery.extend({
  type: z.enum(CONTENT_TYPES, { error: `A content is one of ${CONTENT_TYPES.join(', ')}` }).optional(),
});

export const CONTENT_OPERATIONS = [
  withToken(
    'listContents',
    'GET /content/list',
    { summary: 'What you keep', notes: PAGES, query: listQuery, answer: z.array(content) },
    async (call) => {
      const { contents, next } = await listWholeContents(contextOf(call.context), call.session.user.id, call.query);
      return page(call, '/content/list', contents, next);
    },
  ),
  withToken(
    'uploadContent',
    'POST /content/upload',
    {
      summary: 'Keep a letter',
      notes: 'For text. What is in metadata is told by us, so it is not looked at.',
      body: uploadTextSchema,
      answer: content,
      status: 201,
      creates: true,
      refuses: ['plan-required', 'quota-exceeded'],
    },
    async ({ context, session, body }) => ({
      ...(await createText(contextOf(context), session.user.id, body)),
      content: body.content,
    }),
  ),
  withToken(
    'uploadFile',
    'POST /content/upload-file',
    {
      summary: 'Keep a file',
      notes:
        'A file that comes with its Content-Length is refused at once where there is no room for it. Without a title it is called as the file is.',
      form: createFileSchema.extend({ title: createFileSchema.shape.title.or(z.literal('')).optional() }),
      answer: content,
      status: 201,
      creates: true,
      refuses: ['plan-required', 'quota-exceeded'],
    },
    uploadFile,
  ),
  withToken(
    'findContent',
    'GET /content/{id}',
    { summary: 'One content', answer: content, refuses: ['damaged'] },
    ({ context, session, params }) => findContent(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'changeContent',
    'PUT /content/{id}',
    {
      summary: 'Change a content',
      notes: 'Any of the fields, at least one; all of them are changed, or none. Only letters have a text.',
      body: changeContentSchema,
      answer: content,
      refuses: ['plan-required', 'forbidden', 'conflict', 'quota-exceeded', 'damaged'],
    },
    ({ context, session, params, body }) => changeContent(contextOf(context), session.user.id, params.id ?? '', body),
  ),
  withToken(
    'deleteContent',
    'DELETE /content/{id}',
    {
      summary: 'Delete a content',
      notes: 'For good, and with the deliveries that wait to bring it.',
      refuses: ['conflict'],
    },
    async ({ context, session, params }) => {
      await deleteContent(contextOf(context), session.user.id, params.id ?? '', { confirmed: 'all' });
    },
  ),
  forEveryone(
    'listPublicContents',
    'GET /public/contents',
    { summary: 'The shared gallery', notes: PAGES, query: listQuery, answer: z.array(publicContent) },
    async (call) => {
      const { contents, next } = await listWholePublicContents(contextOf(call.context), call.query);
      return page(call, '/public/contents', contents, next);
    },
  ),
];
