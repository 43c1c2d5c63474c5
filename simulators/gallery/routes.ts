/** The routes of the gallery, which shows every mail that the product writes. */
import { page, send } from '../inbox/layout.ts';
import { type Call, HttpError, type Routes } from '../router.ts';
import { type Gallery, galleryList, noSampleOpen, openSample, widthOf } from './page.ts';

/** The routes under `/gallery`. */
export function galleryRoutes(gallery: Gallery): Routes {
  return {
    'GET /gallery': (call) => showPage(gallery, call, null),
    'GET /gallery/:id': (call) => showPage(gallery, call, call.id),
  };
}

function showPage(gallery: Gallery, { response, url }: Call, name: string | null): void {
  const sample =
    name === null ? undefined : new Map(Object.values(gallery).flatMap((samples) => Object.entries(samples))).get(name);
  if (name !== null && !sample) throw new HttpError(404, 'There is no mail of this name.');
  const width = widthOf(url);
  const body = page({
    title: sample ? sample.mail.subject : 'Every mail: Stillhere',
    version: null,
    open: sample !== undefined,
    list: galleryList(gallery, name, width),
    reading: name !== null && sample ? openSample(name, sample, width) : noSampleOpen(),
  });
  send(response, 'text/html; charset=utf-8', body);
}
