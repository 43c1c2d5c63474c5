import { thumbnailResponse } from '#app/http/file-response.ts';
import { readerOf } from '#app/http/reader.ts';
import { contextOf } from '#app/middleware/context.ts';
import { orFileProblem } from '#app/plain/or-problem-page.ts';
import { notFound } from '#domain/errors.ts';
import { openPicture } from '#services/accounts/pictures.ts';
import { forReaders } from './operation.ts';

export const PICTURE_OPERATIONS = [
  forReaders(
    'readPicture',
    'GET /user/picture/{id}',
    {
      summary: 'Your picture',
      notes:
        'For its owner alone: a small square, WebP. The profile names its address, which is another for each picture.',
      refuses: ['damaged'],
    },
    ({ context, request, params }) =>
      orFileProblem(context, request, async () => {
        const reader = await readerOf(request, context);
        if (reader === 'anyone') throw notFound('picture');
        const picture = await openPicture(contextOf(context), reader.accountId, params.id ?? '');
        return thumbnailResponse(picture, request, { cache: 'revalidate' });
      }),
  ),
];
