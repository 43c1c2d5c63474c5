import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import type { OptionalMail } from './notifications.ts';

const trueOrFalse = { error: fieldError('not-true-or-false') };
/** A browser leaves out a box that is not ticked. */
const isTicked = z
  .literal('on', trueOrFalse)
  .optional()
  .transform((value) => value === 'on');

/** The choices as the form sends them: all of them. */
export const notificationsFormSchema = z.object({
  delivery_opened: isTicked,
  delivery_delayed: isTicked,
  address_check: isTicked,
  rehearsal: isTicked,
} satisfies Record<OptionalMail, unknown>);

/** The choices as a call sends them: any of them. */
export const notificationsSchema = z
  .object({
    delivery_opened: z.boolean(trueOrFalse),
    delivery_delayed: z.boolean(trueOrFalse),
    address_check: z.boolean(trueOrFalse),
    rehearsal: z.boolean(trueOrFalse),
  } satisfies Record<OptionalMail, unknown>)
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), fieldError('mail-choice-empty'));
