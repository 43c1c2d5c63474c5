import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { CAPTION_MAX, FILE_TYPES, LETTER_MAX_BYTES, MEGABYTE, TITLE_MAX } from './content.ts';

const encoder = new TextEncoder();

const title = z
  .string({ error: fieldError('title-missing') })
  .trim()
  .min(1, fieldError('title-missing'))
  .max(TITLE_MAX, fieldError('title-too-long', { max: TITLE_MAX }));
const trueOrFalse = { error: fieldError('not-true-or-false') };
/** A box that is ticked in a form, or what a program writes there; left out, it is false. */
const ticked = z
  .union([z.boolean(), z.enum(['on', 'true', 'false']).transform((value) => value !== 'false')], trueOrFalse)
  .optional();
const isTicked = ticked.default(false);
const content = z
  .string({ error: fieldError('letter-missing') })
  .refine((text) => text.trim().length > 0, fieldError('letter-missing'))
  .refine(
    (text) => text.length <= LETTER_MAX_BYTES && encoder.encode(text).byteLength <= LETTER_MAX_BYTES,
    fieldError('letter-too-long', { megabytes: LETTER_MAX_BYTES / MEGABYTE }),
  );

/** The note with a file. Browsers send line ends of two characters, and count them as one. */
const caption = z
  .string({ error: fieldError('caption-not-text') })
  .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
  .max(CAPTION_MAX, fieldError('caption-too-long', { max: CAPTION_MAX }));
/** The version that the person was shown. Left out, nothing is compared. */
const version = z.int().min(1).optional();

/** A letter as the form and the API give it. */
export const createTextSchema = z.object({
  title,
  is_public: isTicked,
  content,
});
export type CreateText = z.output<typeof createTextSchema>;

/** A letter as a program gives it. What it says in `metadata` we find out by ourselves. */
export const uploadTextSchema = createTextSchema.extend({
  type: z.literal('text', { error: fieldError('not-a-letter') }),
  is_public: z.boolean(trueOrFalse).optional().default(false),
  metadata: z.unknown().optional(),
});

/** The form that changes a letter. */
export const editTextSchema = createTextSchema.omit({ is_public: true }).extend({ version });

/** The form that changes the title and the note of a file. */
export const editFileSchema = z.object({
  title,
  caption: caption.optional().default(''),
  shares_location: isTicked,
  version,
});

/** What an owner may change of a content; what is left out stays as it is. */
export const changeContentSchema = z
  .object({
    is_public: z.boolean(trueOrFalse),
    is_emergency: z.boolean(trueOrFalse),
    shares_location: z.boolean(trueOrFalse),
    title,
    content,
    caption,
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), fieldError('content-change-empty'));
export type ChangeContent = z.output<typeof changeContentSchema>;

/** What comes with a picked file. */
export const createFileSchema = z.object({
  title,
  type: z.enum(FILE_TYPES, { error: fieldError('file-type-unknown', { types: FILE_TYPES.join(', ') }) }),
  is_public: isTicked,
  caption: caption.optional(),
  /** It is content.age of a parcel. */
  sealed: ticked,
});
export type CreateFile = z.output<typeof createFileSchema>;
