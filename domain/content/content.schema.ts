import { z } from 'zod';
import { FILE_TYPES, LETTER_MAX_BYTES, TITLE_MAX } from './content.ts';

const encoder = new TextEncoder();

const title = z
  .string({ error: 'Please enter a title' })
  .trim()
  .min(1, 'Please enter a title')
  .max(TITLE_MAX, `A title can have ${TITLE_MAX} characters`);
const trueOrFalse = { error: 'This is either true or false' };
/** A box that is ticked in a form, or what a program writes there; left out, it is private. */
const isPublic = z
  .union([z.boolean(), z.enum(['on', 'true', 'false']).transform((value) => value !== 'false')], trueOrFalse)
  .optional()
  .default(false);
const content = z
  .string({ error: 'Please write a message' })
  .refine((text) => text.trim().length > 0, 'Please write a message')
  .refine(
    (text) => text.length <= LETTER_MAX_BYTES && encoder.encode(text).byteLength <= LETTER_MAX_BYTES,
    'A letter can have up to 1 MB of text. Yours is longer: please make it shorter or split it in two.',
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
  type: z.literal('text', { error: 'Only a text can come like this. Please send a file with /content/upload-file.' }),
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
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Say what to change: is_public, is_emergency, title or content.',
  );
export type ChangeContent = z.output<typeof changeContentSchema>;

/** What comes with a picked file. */
export const createFileSchema = z.object({
  title,
  type: z.enum(FILE_TYPES, { error: `A file comes as one of ${FILE_TYPES.join(', ')}` }),
  is_public: isPublic,
});
export type CreateFile = z.output<typeof createFileSchema>;
