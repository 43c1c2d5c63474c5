import { AppError } from '#domain/errors.ts';
import { notFoundTexts } from '#messages/en/not-found.ts';
import { say } from '#messages/say.ts';

/** @returns the same refusal for what does not exist and for what belongs to another account: they must look alike */
export function notFound(what: keyof typeof notFoundTexts): AppError {
  return new AppError('not-found', say(notFoundTexts[what]));
}
