/** What schedules deliveries: of one item or several, to one person or several. */
import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { ANSWER_MAX, normalizeAnswer, QUESTION_MAX } from './answer.ts';
import {
  changeDeliverySchema,
  hasPhone,
  onTheWall,
  type Repeat,
  type Schedule,
  type ScheduleInstant,
  scheduleInstantSchema,
  WITH_PHONE,
  wishSchema,
} from './delivery.schema.ts';
import { CONTENTS_MAX, isChannel, needsPhone, RECIPIENTS_MAX } from './delivery.ts';
import { readPeople } from './people-text.ts';

/** One of the people that a delivery goes to. */
export interface Recipient {
  email: string;
  name: string | null;
  /** E.164, where a program gives it. */
  phone: string | null;
  /** Where it goes if the first address refuses it; null for nowhere. */
  alternate_email?: string | null | undefined;
}

/** Of one delivery or of several: what a verb takes beside the fields of one. */
export interface Several {
  /** All items, in the order in which their recipient reads them; without it `content_id` alone. */
  content_ids?: readonly string[] | undefined;
  /** Each gets a delivery of their own; without it `recipient_email` alone. */
  recipients?: readonly Recipient[] | undefined;
}

const { content_id, recipient_email, recipient_name, recipient_phone, alternate_email } = scheduleInstantSchema.shape;

const REPEAT = fieldError('repeat-invalid');

const repeatSchema = z
  .object({ every: z.literal('year', REPEAT), until_year: z.int(REPEAT).min(1970, REPEAT).max(9999, REPEAT) }, REPEAT)
  .nullable()
  .optional();

const LONG_QUESTION = fieldError('question-too-long', { max: QUESTION_MAX });
const LONG_ANSWER = fieldError('answer-too-long', { max: ANSWER_MAX });

/** A question and its answer, or neither. */
const SECRET = {
  question: z
    .string(fieldError('question-missing'))
    .trim()
    .max(QUESTION_MAX, LONG_QUESTION)
    .nullish()
    .transform((question) => (question === '' ? null : question)),
  answer: z
    .string(fieldError('answer-missing'))
    .trim()
    .max(ANSWER_MAX, LONG_ANSWER)
    .nullish()
    .transform((answer) => (answer === '' ? null : answer)),
};

export interface Secret {
  question?: string | null | undefined;
  answer?: string | null | undefined;
}

function checkSecret({ question, answer }: Secret, context: z.RefinementCtx): void {
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (question && !answer) add('answer', fieldError('answer-missing'));
  if (answer && !question) add('question', fieldError('question-missing'));
  if (question && answer && normalizeAnswer(answer) === '') add('answer', fieldError('answer-empty'));
}

/** The form that asks a question before a delivery is opened, or asks none. */
export const questionFormSchema = z.object(SECRET).superRefine(checkSecret);

const tellsMoreSchema = z.boolean(fieldError('not-true-or-false')).optional();

const PEOPLE = fieldError('recipients-not-a-list');

const recipientSchema = z.object(
  { email: recipient_email, name: recipient_name, phone: recipient_phone, alternate_email },
  PEOPLE,
);

const RECIPIENTS = fieldError('recipients-too-many', { max: RECIPIENTS_MAX });
export const CONTENTS = fieldError('contents-too-many', { max: CONTENTS_MAX });

/** Reported together with all other problems. */
const { when } = WITH_PHONE;

/** New deliveries at an instant, as a program gives them. The items and people named alone come before those in the lists. */
export const scheduleSeveralSchema = z
  .object({
    ...scheduleInstantSchema.shape,
    content_id: content_id.optional(),
    content_ids: z.array(content_id, fieldError('contents-not-a-list')).max(CONTENTS_MAX, CONTENTS).optional(),
    recipient_email: recipient_email.optional(),
    recipients: z.array(recipientSchema, PEOPLE).max(RECIPIENTS_MAX, RECIPIENTS).optional(),
    repeat: repeatSchema,
    ...SECRET,
    tells_more: tellsMoreSchema,
  })
  .refine(({ content_id, content_ids }) => Boolean(content_id || content_ids?.length), {
    path: ['content_id'],
    error: fieldError('content-missing'),
    when,
  })
  .refine(({ recipient_email, recipients }) => Boolean(recipient_email || recipients?.length), {
    path: ['recipient_email'],
    error: fieldError('recipient-email-missing'),
    when,
  })
  .refine((wish) => !namesOneAlone(wish) || hasPhone(wish), WITH_PHONE)
  .superRefine(checkAll)
  .superRefine(checkSecret)
  .transform((wish): ScheduleInstant & Several => {
    const contents = [...(wish.content_id ? [wish.content_id] : []), ...(wish.content_ids ?? [])];
    const [first] = peopleOf(wish);
    return {
      ...wish,
      content_id: contents[0] ?? '',
      content_ids: wish.content_ids && [...new Set(contents)],
      recipient_email: first?.email ?? '',
      recipients: wish.recipients && peopleOf(wish),
    };
  });

/** What a program may change of a delivery that waits. */
export const changeAnyDeliverySchema = z
  .object({ ...changeDeliverySchema.shape, repeat: repeatSchema, ...SECRET, tells_more: tellsMoreSchema })
  .superRefine(checkSecret)
  .refine((change) => Object.values(change).some((value) => value !== undefined), fieldError('delivery-change-empty'));

const contentIdsSchema = z
  .array(content_id, { error: fieldError('content-missing') })
  .min(1, fieldError('content-missing'))
  .max(CONTENTS_MAX, CONTENTS)
  .transform((ids) => [...new Set(ids)]);

const { scheduled_time, link_years, language } = changeDeliverySchema.shape;

/** What a program may change of all deliveries of a group that wait. */
export const changeGroupSchema = z
  .object({
    content_ids: contentIdsSchema.optional(),
    ...{ scheduled_time, link_years, language, repeat: repeatSchema, ...SECRET, tells_more: tellsMoreSchema },
  })
  .superRefine(checkSecret)
  .refine((change) => Object.values(change).some((value) => value !== undefined), fieldError('delivery-change-empty'));

/** The last year as a form sends it; empty for once. */
const lastYearSchema = z
  .string({ error: REPEAT })
  .trim()
  .regex(/^(\d{4})?$/, REPEAT)
  .optional()
  .transform((year): Repeat | null => (year ? { every: 'year', until_year: Number(year) } : null));

/** The form that makes a delivery yearly, or ends that. */
export const repeatFormSchema = z.object({ until_year: lastYearSchema });

interface Wish {
  content_id?: string | undefined;
  content_ids?: readonly string[] | undefined;
  recipient_email?: string | undefined;
  recipient_name: string | null;
  recipient_phone: string | null;
  alternate_email?: string | null | undefined;
  recipients?: readonly Recipient[] | undefined;
  delivery_type: string;
}

function namesOneAlone({ recipient_email, recipients }: Partial<Wish>): boolean {
  return Boolean(recipient_email) || !recipients?.length;
}

function peopleOf({ recipient_email: email, recipient_name, recipient_phone, ...wish }: Wish): Recipient[] {
  const { alternate_email, recipients = [] } = wish;
  const alone = email ? [{ email, name: recipient_name, phone: recipient_phone, alternate_email }] : [];
  return [...alone, ...recipients];
}

/** @returns the places of those whose second address is the first or the second one of somebody else in the list */
function sharingAlternates(people: readonly Recipient[]): number[] {
  return [...people.keys()].filter((index) => {
    const second = people[index]?.alternate_email;
    const isOf = (one: Recipient, other: number) =>
      other !== index && (one.email === second || one.alternate_email === second);
    return Boolean(second) && people.some(isOf);
  });
}

/** What can only be seen of all of them together. */
function checkAll(wish: Wish, context: z.RefinementCtx): void {
  const people = peopleOf(wish);
  const add = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (people.length > RECIPIENTS_MAX) add(['recipients'], RECIPIENTS);
  const contents = new Set([wish.content_id, ...(wish.content_ids ?? [])].filter(Boolean));
  if (contents.size > CONTENTS_MAX) add(['content_ids'], CONTENTS);
  const { delivery_type: channel, recipients = [] } = wish;
  const before = people.length - recipients.length;
  const of = (index: number) => (index < before ? [] : ['recipients', index - before]);
  for (const index of sharingAlternates(people)) add([...of(index), 'alternate_email'], fieldError('recipient-twice'));
  for (const [index, { email, phone }] of recipients.entries()) {
    const isTwice = people.findIndex((one) => one.email === email) < before + index;
    if (isTwice) add(['recipients', index, 'email'], fieldError('recipient-twice'));
    if (isChannel(channel) && needsPhone(channel) && !phone)
      add(['recipients', index, 'phone'], fieldError('phone-missing', { channel }));
  }
}

/** What is checked of a line of the form. */
const typedSchema = z.object({ email: recipient_email, name: recipient_name, alternate_email });

/** As the form sends them: see `readPeople`. */
const peopleSchema = z
  .string({ error: fieldError('recipient-email-missing') })
  .trim()
  .min(1, fieldError('recipient-email-missing'))
  .transform((text, context): Recipient[] => {
    const people = readPeople(text);
    const seen = new Set<string>();
    const add = (message: string) => context.addIssue({ code: 'custom', message });
    if (people.length > RECIPIENTS_MAX) add(RECIPIENTS);
    const recipients = people.slice(0, RECIPIENTS_MAX).map(({ email, alternate, name, phone }, index): Recipient => {
      const read = typedSchema.safeParse({ email, name, alternate_email: alternate || null });
      if (!read.success) add(fieldError('person-unreadable', { line: index + 1 }));
      else if (seen.has(read.data.email)) add(fieldError('person-twice', { line: index + 1 }));
      if (read.success) seen.add(read.data.email);
      const { email: first = '', name: called = null, alternate_email: second = null } = read.data ?? {};
      return { email: first, name: called, phone: phone || null, alternate_email: second };
    });
    for (const index of sharingAlternates(recipients)) add(fieldError('person-twice', { line: index + 1 }));
    return recipients;
  });

const OF_ONE = { recipient_email: true, recipient_name: true, recipient_phone: true, alternate_email: true } as const;

const formSchema = wishSchema.omit(OF_ONE).extend({
  content_ids: contentIdsSchema,
  recipients: peopleSchema,
  until_year: lastYearSchema,
  ...SECRET,
  tells_more: z
    .string()
    .optional()
    .transform((value) => value === 'on'),
});

/** New deliveries of several items to several people, as the page gives them. */
export const scheduleSeveralFormSchema = formSchema
  .superRefine(({ delivery_type: channel, recipients }, context) => {
    if (needsPhone(channel) && recipients.some(({ phone }) => !phone))
      context.addIssue({ code: 'custom', path: ['recipients'], message: fieldError('phone-missing', { channel }) });
  })
  .superRefine(checkSecret)
  .transform(({ content_ids, recipients, until_year: repeat, ...wish }): Schedule & Several => {
    const [first] = recipients;
    const person = { recipient_email: first?.email ?? '', recipient_name: first?.name ?? null, alternate_email: null };
    const own = onTheWall({ ...wish, ...person, recipient_phone: first?.phone ?? null });
    const people = recipients.map((one) => ({ ...one, phone: needsPhone(wish.delivery_type) ? one.phone : null }));
    return {
      ...own,
      repeat,
      content_id: content_ids[0] ?? '',
      content_ids,
      recipients: people,
    };
  });
