/** Where the gallery is found. */
import { type Call, Refused, type Routes } from '../http.ts';
import { page, send } from '../page/layout.ts';
import { gallery, noSampleOpen, openSample, widthOf } from './page.ts';
import { SAMPLES } from './samples.ts';

export const galleryRoutes: Routes = {
  'GET /gallery': (call) => show(call, null),
  'GET /gallery/:id': (call) => show(call, call.id),
};

function show({ response, url }: Call, name: string | null): void {
  const sample = name === null ? undefined : SAMPLES.get(name);
  if (name !== null && !sample) throw new Refused(404, 'There is no mail of this name.');
  const width = widthOf(url);
  const body = page({
    title: sample ? sample.mail.subject : 'Every mail: Stillhere',
    version: null,
    open: sample !== undefined,
    list: gallery(name, width),
    reading: name !== null && sample ? openSample(name, sample, width) : noSampleOpen(),
  });
  send(response, 'text/html; charset=utf-8', body);
}
