/** A form asks before it takes an address that looks mistyped; a button below the field answers. */
import type { Submission } from '@conform-to/react';
import { data } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import type { FormAnswer, FormReply } from '#app/http/form.ts';
import { theirEmailSchema } from '#domain/accounts/accounts.schema.ts';
import { probablyMeant } from '#domain/contacts/near-miss.ts';
import { addressQuestion } from '#messages/en/address-question.ts';
import { say } from '#messages/say.ts';
import type { AddressDoubt } from '#services/emergency/address-doubt.ts';
import { clockChange } from './clock-words.ts';
import { timeKey } from './wall-time.ts';

/** The answer to a form that may ask. */
export interface AddressReply extends FormReply {
  addresses?: FormAnswer[];
}

/**
 * Puts the address of the button that was pressed into the field: a button has the name of the field. Its value comes after
 * the field's own. If another address was typed since the question, that one counts, and the button answers nothing.
 * @returns whether a button answered the question about the address
 */
export function takeAddressAnswer(form: FormData, field: string): boolean {
  const [typed = '', ...pressed] = form.getAll(field);
  const answer = pressed.at(-1);
  if (answer === undefined) return false;
  const asked = theirEmailSchema.safeParse(typed).data;
  const isAnswer = asked !== undefined && (answer === asked || answer === probablyMeant(asked));
  form.set(field, isAnswer ? answer : typed);
  return isAnswer;
}

/** @returns the sentence of a doubt */
export function sayDoubt(doubt: AddressDoubt): string {
  if (doubt.question === 'no-mail-server') return say(addressQuestion['no-mail-server'], { domain: doubt.domain });
  return say(addressQuestion['near-miss'], { domain: doubt.suggestion.slice(doubt.suggestion.lastIndexOf('@') + 1) });
}

/** @returns the form again, with the question at its field and a button for each answer */
export function askAboutAddress(
  submission: Submission<unknown, string[], unknown>,
  field: string,
  email: string,
  doubt: AddressDoubt,
) {
  const fieldErrors = { [field]: [sayDoubt(doubt)] };
  const result = submission.reply({ fieldErrors } as Parameters<typeof submission.reply>[0]);
  const { suggestion } = doubt;
  const keep = { name: field, value: email, children: say(addressQuestion.keep, { email }) };
  const use = { name: field, value: suggestion ?? '', children: say(addressQuestion.use, { email: suggestion ?? '' }) };
  const reply: AddressReply = { result, toast: null, addresses: suggestion === null ? [keep] : [use, keep] };
  return data(reply, { status: STATUS['validation-failed'] });
}

/**
 * The same for the recipient of a delivery, and only for a slip in a common domain, which takes no lookup. What the clocks
 * do at its time was said before, and is not asked about again.
 * @returns null where nothing looks wrong
 */
export function askAboutRecipient(
  submission: Submission<unknown, string[], unknown>,
  { recipient_email: email, local_time, time_zone }: Record<'recipient_email' | 'local_time' | 'time_zone', string>,
) {
  const suggestion = probablyMeant(email);
  if (suggestion === null) return null;
  const asked = askAboutAddress(submission, 'recipient_email', email, { question: 'near-miss', suggestion });
  const change = clockChange(local_time, time_zone);
  const clocks = change && { clocks: { ...change, keys: [timeKey(local_time, time_zone)] } };
  return data({ ...asked.data, ...clocks }, asked.init ?? undefined);
}
