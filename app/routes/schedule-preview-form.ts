import { redirect } from 'react-router';
import { parseForm, readForm } from '#app/http/form.ts';
import { accountOf } from '#app/middleware/context.ts';
import { Incomplete, previewContextOf, previewResponse } from '#app/static-pages/preview-response.tsx';
import { scheduleSchema } from '#domain/delivery/delivery.schema.ts';
import { scheduleSeveralFormSchema } from '#domain/delivery/schedule.schema.ts';
import { previewSchedule } from '#services/recipients/preview.ts';
import type { Route } from './+types/schedule-preview-form.ts';

/** What is in the form of a new delivery, as its recipient would see it. Schedules nothing. */
export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return previewResponse(context, { kind: 'form' }, async () => {
    const form = await readForm(request);
    const submission = form.has('recipients')
      ? parseForm(form, scheduleSeveralFormSchema)
      : parseForm(form, scheduleSchema);
    if (submission.status !== 'success') throw Incomplete.of(submission);
    return previewSchedule(previewContextOf(context), accountOf(context).id, submission.value);
  });
}

/** There is a preview only of a form. */
export function loader(): Response {
  return redirect('/schedule?new');
}
