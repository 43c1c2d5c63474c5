/** What changes all deliveries of a group at once. */
import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { type Schedule, type ScheduleInstant, scheduleInstantSchema, wishSchema } from './delivery.schema.ts';
import { CONTENTS_MAX } from './delivery.ts';
import { CONTENTS, type Secret } from './schedule.schema.ts';

/** The form that changes all deliveries of a group that wait: when, what, and how the message and its link are. What it leaves empty stays as it is. */
export const groupFormSchema = wishSchema
  .pick({ date: true, time: true, time_zone: true, link_years: true, language: true })
  .partial()
  .extend({
    content_ids: z
      .array(scheduleInstantSchema.shape.content_id)
      .max(CONTENTS_MAX, CONTENTS)
      .optional()
      .transform((ids) => (ids?.length ? [...new Set(ids)] : undefined)),
    // They differed when the page was shown, so that none is ticked.
    contents_differ: z.literal('yes').optional(),
  })
  .superRefine(checkGroup)
  .transform(({ date, time, time_zone, contents_differ: _, ...change }): GroupChange => {
    return date && time && time_zone ? { ...change, local_time: `${date}T${time}`, time_zone } : change;
  });

type GroupForm = Partial<Record<'date' | 'time' | 'time_zone' | 'contents_differ', string> & { content_ids: string[] }>;

/** When is given as a whole or not at all. */
function checkGroup({ contents_differ, ...change }: GroupForm, context: z.RefinementCtx): void {
  const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (!change.content_ids && !contents_differ) add(['content_ids'], fieldError('content-missing'));
  if (change.date || change.time || change.time_zone) {
    if (!change.date) add(['date'], fieldError('date-missing'));
    if (!change.time) add(['time'], fieldError('time-missing'));
    if (!change.time_zone) add(['time_zone'], fieldError('time-zone-missing'));
  }
  if (Object.values(change).every((value) => value === undefined)) add([], fieldError('group-change-empty'));
}

/** What changes of all deliveries of a group, at an instant or at a time on the wall; what is left out stays as it is. */
export type GroupChange = Pick<ScheduleInstant, 'link_years' | 'language' | 'repeat' | 'tells_more'> &
  Secret & { content_ids?: readonly string[] | undefined } & (
    | { scheduled_time?: Date | undefined }
    | Pick<Schedule, 'local_time' | 'time_zone'>
  );
