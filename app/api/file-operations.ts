import { z } from 'zod';
import { fileResponse, thumbnailResponse } from '#app/http/file-response.ts';
import { readerOf } from '#app/http/reader.ts';
import { vaultOf } from '#app/middleware/context.ts';
import { orFileProblem } from '#app/plain/or-problem-page.ts';
import { openFile, openThumbnail } from '#services/contents/open-file.ts';
import { forReaders } from './operation.ts';

export const FILE_OPERATIONS = [
  forReaders(
    'readFile',
    'GET /content/file/{file_id}',
    {
      summary: 'The bytes of a file',
      notes:
        'For its owner, and for everyone while its content is public. A document comes as a download with its content type, or as bytes without a type where it could carry scripts. One range at a time, with ETag, If-Range and If-None-Match.',
      query: z.object({ download: z.string().optional() }),
      refuses: ['damaged'],
    },
    ({ context, request, params, query }) =>
      orFileProblem(context, request, async () => {
        const file = await openFile(vaultOf(context), await readerOf(request, context), params.file_id ?? '');
        return fileResponse(context, file, request, { download: query.download !== undefined, cache: 'revalidate' });
      }),
  ),
  forReaders(
    'readThumbnail',
    'GET /content/file/{file_id}/thumbnail',
    { summary: 'The small picture of a file', notes: 'For whoever may see the file. WebP.', refuses: ['damaged'] },
    ({ context, request, params }) =>
      orFileProblem(context, request, async () => {
        const thumbnail = await openThumbnail(vaultOf(context), await readerOf(request, context), params.file_id ?? '');
        return thumbnailResponse(thumbnail, request, { cache: 'revalidate' });
      }),
  ),
];
