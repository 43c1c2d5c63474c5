import type { Channel } from '#domain/delivery/delivery.ts';
import { readFieldError } from '#domain/field-error.ts';
import type { Message } from './catalogue.ts';
import { channelLabels } from './en/delivery-terms.ts';
import { fieldErrors } from './en/field-errors.ts';
import { sayEither } from './lists.ts';
import { say, sayChosen } from './say.ts';

const messages: Readonly<Record<string, Message>> = fieldErrors;

/**
 * @param text the message of a schema's issue
 * @returns its sentence; any text without a code, such as one of Zod's own, unchanged
 */
export function sayFieldError(text: string): string {
  const found = readFieldError(text);
  const message = found && messages[found.code];
  if (!message) return text;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(found.values)) {
    if (name === 'channel') values[name] = say(channelLabels[value as Channel]);
    else values[name] = typeof value === 'object' ? sayEither(value) : value;
  }
  // `fieldError` (domain/field-error.ts) has checked that the values are those of the code.
  return sayChosen(message, values);
}

/** The sentences of a field's issues, as Conform asks for them. */
export function fieldSentences(issues: readonly { message: string }[]): string[] {
  return issues.map(({ message }) => sayFieldError(message));
}
