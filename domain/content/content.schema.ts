import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { FILE_TYPES, LETTER_MAX_BYTES, MEGABYTE, TITLE_MAX } from './content.ts';

const encoder = new TextEncoder();

const title = z
  .string({ error: fieldError('title-missing') })
  .trim()
  .min(1, fieldError('title-missing'))
  .max(TITLE_MAX, fieldError('title-too-long', { max: TITLE_MAX }));
const trueOrFalse = { error: fieldError('not-true-or-false') };
/** A box that is ticked in a form, or what a program writes there; left out, it is private. */
const isPublic = z
  .union([z.boolean(), z.enum(['on', 'true', 'false']).transform((value) => value !== 'false')], trueOrFalse)
  .optional()
  .default(false);
const content = z
  .string({ error: fieldError('letter-missing') })
  .refine((text) => text.trim().length > 0, fieldError('letter-missing'))
  .refine(
    (text) => text.length <= LETTER_MAX_BYTES && encoder.encode(text).byteLength <= LETTER_MAX_BYTES,
    fieldError('letter-too-long', { megabytes: LETTER_MAX_BYTES / MEGABYTE }),
  );

/** A letter as the form and the API give it. */
export const createTextSchema = z.object({
  title,
  is_public: isPublic,
  content,
});
export type CreateText = z.output<typeof createTextSchema>;

/** A letter as a program gives it. What it says in `metadata` we find out by ourselves. */
export const uploadTextSchema = createTextSchema.extend({
  type: z.literal('text', { error: fieldError('not-a-letter') }),
  is_public: z.boolean(trueOrFalse).optional().default(false),
  metadata: z.unknown().optional(),
});

/** A letter that is written anew. */
export const editTextSchema = createTextSchema.omit({ is_public: true });
export type EditText = z.output<typeof editTextSchema>;

/** What an owner may change of a content; what is left out stays as it is. */
export const changeContentSchema = z
  .object({ is_public: z.boolean(trueOrFalse), is_emergency: z.boolean(trueOrFalse), title, content })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), fieldError('content-change-empty'));
export type ChangeContent = z.output<typeof changeContentSchema>;

/** What comes with a picked file. */
export const createFileSchema = z.object({
  title,
  type: z.enum(FILE_TYPES, { error: fieldError('file-type-unknown', { types: FILE_TYPES.join(', ') }) }),
  is_public: isPublic,
});
export type CreateFile = z.output<typeof createFileSchema>;
