import { z } from 'zod';
import { checkedFile } from '#app/http/checked-files.ts';
import { fileResponse, thumbnailResponse } from '#app/http/file-response.ts';
import { contextOf, vaultOf } from '#app/middleware/context.ts';
import { fallbackToFileTrouble } from '#app/static-pages/rendered-response.tsx';
import { changeContentSchema, createFileSchema, uploadTextSchema } from '#domain/content/content.schema.ts';
import { CONTENT_TYPES } from '#domain/content/content.ts';
import { PARCEL_PARTS } from '#domain/content/parcel.ts';
import { reportSchema } from '#domain/report/report.schema.ts';
import { openFile, openThumbnail } from '#services/contents/open-file.ts';
import { findSealedParts } from '#services/contents/parcels.ts';
import {
  findContent,
  listWholeContents,
  listWholePublicContents,
  type WholeContent,
} from '#services/contents/read-contents.ts';
import { deleteVersions, listVersions, readVersion } from '#services/contents/versions.ts';
import { reportContent } from '#services/reports/report-content.ts';
import { changeContent, createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { restoreVersion } from '#services/vault/edit-content.ts';
import { etagOf, versionIn } from './etag.ts';
import { forEveryone, forReaders, WithHeaders, withToken } from './operation.ts';
import { PAGES, page, pageQuery } from './pages.ts';
import { browserOf, readerOf } from './reader.ts';
import { sealFile, uploadFile } from './upload-file.ts';

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
const content = publicContent
  .extend({
    is_public: z.boolean(),
    is_emergency: z.boolean(),
    is_sealed: z.boolean(),
    caption: z.string(),
    version: z.int(),
    shares_location: z.boolean(),
  })
  .meta({ id: 'Content' });
const versionEntry = z.object({ version: z.int(), at: z.iso.datetime(), title: z.string(), excerpt: z.string() });
const sealedParts = z
  .object({ label: z.string(), size: z.int(), meta: z.string(), key: z.string() })
  .meta({ id: 'SealedParts' });
const version = versionEntry.extend({ content: z.string() }).meta({ id: 'Version' });

function withEtag(content: WholeContent): WithHeaders<WholeContent> {
  return new WithHeaders(content, { ETag: etagOf(content.version) });
}

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
      refuses: ['too-many-requests'],
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
        'For its owner, and for everyone while its content is public. A document comes as a download with its content type, or as bytes without a type where it could carry scripts. Its owner can open a PDF in a browser with `read`. One range at a time, with ETag, If-Range and If-None-Match.',
      query: z.object({ download: z.string().optional(), read: z.string().optional() }),
      refuses: ['damaged'],
    },
    ({ context, request, params, query }) =>
      fallbackToFileTrouble(context, request, async () => {
        const id = params.file_id ?? '';
        const check = async () => openFile(vaultOf(context), await readerOf(request, context), id);
        const file = await checkedFile(context, request, browserOf(request), id, check);
        const [download, read] = [query.download !== undefined, query.read !== undefined];
        return fileResponse(context, file, request, { download, read, cache: 'revalidate' });
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

const VERSION_OPERATIONS = [
  withToken(
    'listVersions',
    'GET /content/{id}/versions',
    {
      summary: 'List the earlier versions of a letter',
      notes: 'Newest first, at most 20, without the current one. `at` is when a version was saved. A file has none.',
      answer: z.array(versionEntry),
    },
    ({ context, session, params }) => listVersions(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'readVersion',
    'GET /content/{id}/versions/{version}',
    { summary: 'Get an earlier version of a letter', answer: version, refuses: ['damaged'] },
    ({ context, session, params }) =>
      readVersion(contextOf(context), session.user.id, params.id ?? '', Number(params.version)),
  ),
  withToken(
    'restoreVersion',
    'POST /content/{id}/versions/{version}/restore',
    {
      summary: 'Restore an earlier version of a letter',
      notes:
        'The current version becomes an earlier one. Where the content is public, this needs a proof of the last 10 minutes.',
      answer: content,
      refuses: ['quota-exceeded', 'damaged'],
    },
    async ({ context, session, params }) =>
      withEtag(await restoreVersion(contextOf(context), session.user.id, params.id ?? '', Number(params.version))),
  ),
  withToken(
    'deleteVersions',
    'DELETE /content/{id}/versions',
    { summary: 'Delete the earlier versions of a letter', notes: 'This cannot be undone. It frees their storage.' },
    ({ context, session, params }) => deleteVersions(contextOf(context), session.user.id, params.id ?? ''),
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
      notes:
        'For text. We find out the metadata ourselves and ignore what is sent. A public letter needs a proof of the last 10 minutes.',
      body: uploadTextSchema,
      answer: content,
      status: 201,
      takesKey: true,
      refuses: ['plan-required', 'quota-exceeded'],
    },
    async ({ context, session, body }) => ({
      ...(await createText(contextOf(context), session.user.id, body)),
      content: body.content,
      caption: '',
    }),
  ),
  withToken(
    'uploadFile',
    'POST /content/upload-file',
    {
      summary: 'Save a file',
      notes:
        'With a Content-Length, a file that does not fit into your storage is refused at once. Without a title it is named after the file. A public file needs a proof of the last 10 minutes. With sealed, the file is content.age of a parcel, meta and key are its other files, and share is the share that its recipients get: docs/parcel.md describes them. Its type is file, its title is shown before opening, and it cannot be public.',
      form: createFileSchema.extend({ title: createFileSchema.shape.title.or(z.literal('')).optional() }),
      smallParts: PARCEL_PARTS,
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
    {
      summary: 'Get one content',
      notes: 'Its ETag names its version.',
      answer: content,
      refuses: ['damaged'],
    },
    async ({ context, session, params }) =>
      withEtag(await findContent(contextOf(context), session.user.id, params.id ?? '')),
  ),
  withToken(
    'findSealed',
    'GET /content/{id}/sealed',
    {
      summary: 'Get the other files of a sealed content',
      notes: 'Its content.age is its file. The share is for recipients: no call gives it.',
      answer: sealedParts,
      refuses: ['damaged'],
    },
    async ({ context, session, params }) => {
      const { label, size, meta, key } = await findSealedParts(contextOf(context), session.user.id, params.id ?? '');
      return { label, size, meta: meta.toString('base64'), key: key.toString('base64') };
    },
  ),
  withToken(
    'sealContent',
    'POST /content/{id}/seal',
    {
      summary: 'Seal a content',
      notes:
        'Its parts are those of an upload with sealed. The parcel takes the place of the content: the open copy, its earlier versions, its note and its thumbnail are deleted at once, and this cannot be undone. Deliveries of it, also those that were sent, bring the sealed item from now on. A public content has to be made private first. With the ETag in If-Match, nothing changes where another version was saved meanwhile.',
      form: createFileSchema
        .pick({ caption: true, sealed: true })
        .extend({ title: createFileSchema.shape.title.or(z.literal('')).optional() }),
      smallParts: PARCEL_PARTS,
      answer: content,
      refuses: ['conflict', 'changed-meanwhile', 'quota-exceeded'],
    },
    sealFile,
  ),
  withToken(
    'changeContent',
    'PUT /content/{id}',
    {
      summary: 'Change a content',
      notes:
        'At least one field. All of them change, or none. Only letters have a text (content); only files have a note for their recipients (caption), and may share the location that a camera wrote (shares_location). Publishing, new words in a public content and is_emergency need a proof of the last 10 minutes. With the ETag in If-Match, nothing changes where another version was saved meanwhile.',
      body: changeContentSchema,
      answer: content,
      refuses: ['plan-required', 'forbidden', 'conflict', 'changed-meanwhile', 'quota-exceeded', 'damaged'],
    },
    async ({ context, request, session, params, body }) => {
      const { id } = session.user;
      return withEtag(await changeContent(contextOf(context), id, params.id ?? '', body, versionIn(request)));
    },
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
  ...VERSION_OPERATIONS,
  ...GALLERY_OPERATIONS,
  ...FILE_OPERATIONS,
];
