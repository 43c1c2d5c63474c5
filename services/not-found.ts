import { AppError } from '#domain/errors.ts';
import { linkRefusals } from '#messages/en/link-refusals.ts';
import { notFoundTexts } from '#messages/en/not-found.ts';
import { say } from '#messages/say.ts';

/** @returns the same refusal for what does not exist and for what belongs to another account: they must look alike */
export function notFound(what: keyof typeof notFoundTexts): AppError {
  return new AppError('not-found', say(notFoundTexts[what]));
}

/** @returns the refusal of a link that we did not make, or that lost a part of its secret on the way */
export function unknownLink(text: 'not-valid' | 'cut-off' = 'not-valid'): AppError {
  return new AppError('not-found', say(linkRefusals[text]));
}
