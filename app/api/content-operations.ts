import { z } from 'zod';
import { fileResponse, thumbnailResponse } from '#app/http/file-response.ts';
import { contextOf, vaultOf } from '#app/middleware/context.ts';
import { fallbackToFileTrouble } from '#app/static-pages/rendered-response.tsx';
import { changeContentSchema, createFileSchema, uploadTextSchema } from '#domain/content/content.schema.ts';
import { CONTENT_TYPES } from '#domain/content/content.ts';
import { reportSchema } from '#domain/report/report.schema.ts';
import { openFile, openThumbnail } from '#services/contents/open-file.ts';
import { findContent, listWholeContents, listWholePublicContents } from '#services/contents/read-contents.ts';
import { reportContent } from '#services/reports/report-content.ts';
import { changeContent, createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { forEveryone, forReaders, withToken } from './operation.ts';
import { PAGES, page, pageQuery } from './pages.ts';
import { readerOf } from './reader.ts';
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

const GALLERY_OPERATIONS = [
  forEveryone(
    'listPublicContents',
    'GET /public/contents',
    { summary: 'List the shared gallery', notes: PAGES, query: listQuery, answer: z.array(publicContent) },
    async (call) => {
      const { contents, next } = await listWholePublicContents(contextOf(call.context), call.query);
      return page(call, '/public/contents', contents, next);
    },
  ),
  forEveryone(
    'reportContent',
    'POST /public/contents/{id}/report',
    {
      summary: 'Report a public content',
      notes: 'The operators read it. Its owner does not learn who reported it, and neither do we.',
      body: reportSchema,
    },
    ({ context, params, body }) => reportContent(contextOf(context), params.id ?? '', body),
  ),
];

const FILE_OPERATIONS = [
  forReaders(
    'readFile',
    'GET /content/file/{file_id}',
    {
      summary: 'Get the bytes of a file',
      notes:
        'For its owner, and for everyone while its content is public. A document comes as a download with its content type, or as bytes without a type where it could carry scripts. One range at a time, with ETag, If-Range and If-None-Match.',
      query: z.object({ download: z.string().optional() }),
      refuses: ['damaged'],
    },
    ({ context, request, params, query }) =>
      fallbackToFileTrouble(context, request, async () => {
        const file = await openFile(vaultOf(context), await readerOf(request, context), params.file_id ?? '');
        return fileResponse(context, file, request, { download: query.download !== undefined, cache: 'revalidate' });
      }),
  ),
  forReaders(
    'readThumbnail',
    'GET /content/file/{file_id}/thumbnail',
    {
      summary: 'Get the thumbnail of a file',
      notes: 'In WebP, for everyone who can get the file.',
      refuses: ['damaged'],
    },
    ({ context, request, params }) =>
      fallbackToFileTrouble(context, request, async () => {
        const thumbnail = await openThumbnail(vaultOf(context), await readerOf(request, context), params.file_id ?? '');
        return thumbnailResponse(thumbnail, request, { cache: 'revalidate' });
      }),
  ),
];

export const CONTENT_OPERATIONS = [
  withToken(
    'listContents',
    'GET /content/list',
    { summary: 'List your contents', notes: PAGES, query: listQuery, answer: z.array(content) },
    async (call) => {
      const { contents, next } = await listWholeContents(contextOf(call.context), call.session.user.id, call.query);
      return page(call, '/content/list', contents, next);
    },
  ),
  withToken(
    'uploadContent',
    'POST /content/upload',
    {
      summary: 'Save a letter',
      notes: 'For text. We find out the metadata ourselves and ignore what is sent.',
      body: uploadTextSchema,
      answer: content,
      status: 201,
      takesKey: true,
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
      summary: 'Save a file',
      notes:
        'With a Content-Length, a file that does not fit into your storage is refused at once. Without a title it is named after the file.',
      form: createFileSchema.extend({ title: createFileSchema.shape.title.or(z.literal('')).optional() }),
      answer: content,
      status: 201,
      takesKey: true,
      refuses: ['plan-required', 'quota-exceeded'],
    },
    uploadFile,
  ),
  withToken(
    'findContent',
    'GET /content/{id}',
    { summary: 'Get one content', answer: content, refuses: ['damaged'] },
    ({ context, session, params }) => findContent(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'changeContent',
    'PUT /content/{id}',
    {
      summary: 'Change a content',
      notes: 'At least one field. All of them change, or none. Only letters have a text.',
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
      notes: 'This cannot be undone. Pending deliveries of it are deleted as well.',
      refuses: ['conflict'],
    },
    async ({ context, session, params }) => {
      await deleteContent(contextOf(context), session.user.id, params.id ?? '', { confirmed: 'all' });
    },
  ),
  ...GALLERY_OPERATIONS,
  ...FILE_OPERATIONS,
];
