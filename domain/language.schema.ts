import { z } from 'zod';
import { fieldError } from './field-error.ts';
import { LANGUAGES } from './language.ts';

/** A language of recipients and contacts; left out, it stays as it is, and is the default for somebody new. */
export const languageSchema = z.enum(LANGUAGES, fieldError('language-unknown', { languages: LANGUAGES })).optional();
