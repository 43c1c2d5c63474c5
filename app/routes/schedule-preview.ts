import { parseForm, readForm } from '#app/http/form.ts';
import { accountOf } from '#app/middleware/context.ts';
import { asDocument } from '#app/middleware/guards.ts';
import { Incomplete, previewContextOf, previewResponse } from '#app/static-pages/preview-response.tsx';
import { rescheduleSchema } from '#domain/delivery/delivery.schema.ts';
import { previewDelivery, previewReschedule } from '#services/recipients/preview.ts';
import type { Route } from './+types/schedule-preview.ts';

export const middleware: Route.MiddlewareFunction[] = [asDocument];

/** A delivery that waits, as its recipient will see it. Changes nothing. */
export function loader({ context, params: { id } }: Route.LoaderArgs): Promise<Response> {
  return previewResponse(context, { kind: 'delivery', id }, () =>
    previewDelivery(previewContextOf(context), accountOf(context).id, id),
  );
}

/** The same with what is in the form of its change. Saves nothing. */
export function action({ request, context, params: { id } }: Route.ActionArgs): Promise<Response> {
  return previewResponse(context, { kind: 'change', id }, async () => {
    const submission = parseForm(await readForm(request), rescheduleSchema);
    if (submission.status !== 'success') throw Incomplete.of(submission);
    return previewReschedule(previewContextOf(context), accountOf(context).id, id, submission.value);
  });
}
