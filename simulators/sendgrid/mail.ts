/**
 * The body of `POST /v3/mail/send`, checked as strictly as SendGrid does, with its error messages.
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/errors
 */
import { z } from 'zod';
import { plainRefusal, type Refusal } from './refusals.ts';

const HELP = 'http://sendgrid.com/docs/API_Reference/Web_API_v3/Mail/errors.html#message.';
const ADDRESS =
  /^(?!\.)(?!.*\.\.)(?!.*\.@)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i;
const MAX_RECIPIENTS = 1000;
const MAX_CUSTOM_ARGS_BYTES = 10_000;
/** The headers that only SendGrid may write. */
const RESERVED =
  /^(x-sg-id|x-sg-eid|received|dkim-signature|content-type|content-transfer-encoding|to|from|subject|reply-to|cc|bcc)$/i;
/** SendGrid's fields that this simulator does not support: an error is better than ignoring them. */
const UNSUPPORTED = new Set(
  'attachments template_id sections send_at batch_id asm ip_pool_name mail_settings substitutions dynamic_template_data'.split(
    ' ',
  ),
);

/** The message for a missing field; a field of a wrong type has the usual one. */
const missingOr = (absent: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? absent : undefined),
});
const addressWith = (error: string, absent = error) =>
  z.strictObject(
    { email: z.string(missingOr(absent)).regex(ADDRESS, { error }), name: z.string().optional() },
    missingOr(absent),
  );
const recipient = addressWith('Does not contain a valid address.');
const texts = z.record(z.string(), z.string());
const headers = texts.refine((all) => !Object.keys(all).some((name) => RESERVED.test(name)), {
  error: 'The headers contain one that SendGrid reserves for itself.',
});

const NO_TO =
  'The to array is required for all personalization objects, and must have at least one email object with a valid email address.';
const NO_FROM =
  'The from object must be provided for every email send. It is an object that requires the email parameter, but may also contain a name parameter.';
const NO_PERSONALIZATIONS = 'The personalizations field is required and must have at least one personalization.';
const NO_CONTENT =
  'Unless a valid template_id is provided, the content parameter is required. There must be at least one defined content block. ' +
  'We typically suggest both text/plain and text/html blocks are included, but only one block is required.';
const NO_SUBJECT =
  'The subject is required. You can get around this requirement if you use a template with a subject defined or if every personalization has a subject defined.';

const personalization = z
  .strictObject({
    to: z.array(recipient, missingOr(NO_TO)).min(1, NO_TO),
    cc: z.array(recipient).optional(),
    bcc: z.array(recipient).optional(),
    subject: z.string().min(1).optional(),
    headers: headers.optional(),
    custom_args: texts.optional(),
  })
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    for (const { email } of [...value.to, ...(value.cc ?? []), ...(value.bcc ?? [])]) {
      if (seen.has(email.toLowerCase())) {
        issues.push({
          code: 'custom',
          input: value,
          path: [],
          message: `Each email address in the personalization block should be unique between to, cc, and bcc. We found the first duplicate instance of [${email}] in the block.`,
        });
        return;
      }
      seen.add(email.toLowerCase());
    }
  });

const enabled = z.looseObject({ enable: z.boolean().optional() }).optional();
const mailSchema = z.strictObject({
  personalizations: z
    .array(personalization, missingOr(NO_PERSONALIZATIONS))
    .min(1, NO_PERSONALIZATIONS)
    .max(MAX_RECIPIENTS, `The personalization block is limited to ${MAX_RECIPIENTS} personalizations per API request.`),
  from: addressWith('The from email does not contain a valid address.', NO_FROM),
  reply_to: addressWith('The reply_to email does not contain a valid address.').optional(),
  subject: z.string().optional(),
  content: z
    .array(
      z.strictObject({
        type: z.string().min(1),
        value: z.string().min(1, 'The content value must be a string at least one character in length.'),
      }),
      missingOr(NO_CONTENT),
    )
    .min(1, NO_CONTENT)
    .refine((parts) => areInOrder(parts.map(({ type }) => type)), {
      error: 'If present, text/plain must be first, followed by text/html, followed by any other content type.',
    }),
  categories: z.array(z.string().min(1).max(255)).max(10).optional(),
  headers: headers.optional(),
  custom_args: texts.optional(),
  mail_settings: z.strictObject({ bypass_bounce_management: enabled }).optional(),
  tracking_settings: z
    .strictObject({
      click_tracking: enabled,
      open_tracking: enabled,
      subscription_tracking: enabled,
      ganalytics: enabled,
    })
    .optional(),
});

export type Mail = z.output<typeof mailSchema>;

/** @returns the mail, or SendGrid's errors, which have status 400 */
export function readMail(body: Buffer): { mail: Mail } | { refusals: Refusal[] } {
  let input: unknown;
  try {
    input = JSON.parse(body.toString('utf8'));
  } catch {
    return { refusals: [plainRefusal(400)] };
  }
  const parsed = mailSchema.safeParse(input, { error: typeErrorMessage });
  if (!parsed.success) return { refusals: parsed.error.issues.flatMap(refusalsOf) };
  const refusal = missingSubject(parsed.data) ?? longCustomArgs(parsed.data);
  return refusal ? { refusals: [refusal] } : { mail: parsed.data };
}

function areInOrder(types: string[]): boolean {
  const ranks = types.map((type) => ['text/plain', 'text/html'].indexOf(type)).map((rank) => (rank < 0 ? 2 : rank));
  return ranks.every((rank, index) => index === 0 || rank === 2 || rank > (ranks[index - 1] ?? -1));
}

function missingSubject(mail: Mail): Refusal | null {
  if (mail.subject || mail.personalizations.every(({ subject }) => subject)) return null;
  return { message: NO_SUBJECT, field: 'subject', help: `${HELP}subject` };
}

function longCustomArgs(mail: Mail): Refusal | null {
  const longest = Math.max(
    ...mail.personalizations.map((part) =>
      Buffer.byteLength(JSON.stringify({ ...mail.custom_args, ...part.custom_args })),
    ),
  );
  if (longest <= MAX_CUSTOM_ARGS_BYTES) return null;
  const message = `The custom_args may not exceed ${MAX_CUSTOM_ARGS_BYTES} bytes. Yours have ${longest}.`;
  return { message, field: 'custom_args', help: `${HELP}custom_args` };
}

function typeErrorMessage(issue: { code?: string; expected?: unknown; input?: unknown }): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  const expected = issue.expected === 'record' ? 'object' : issue.expected;
  return `Invalid type. Expected: ${expected}, given: ${kindOf(issue.input)}.`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function refusalsOf(issue: z.core.$ZodIssue): Refusal[] {
  const path = issue.path.map(String);
  // SendGrid gives no details for arguments that are not strings.
  if (issue.code === 'invalid_type' && path.includes('custom_args')) return [plainRefusal(400)];
  if (issue.code !== 'unrecognized_keys') return [refusalAt(path, issue.message)];
  return issue.keys.map((key) =>
    refusalAt(
      [...path, key],
      UNSUPPORTED.has(key) ? `The simulator does not support ${key}.` : `Additional property ${key} is not allowed`,
    ),
  );
}

function refusalAt(path: string[], message: string): Refusal {
  if (path.length === 0) return { message, field: null, help: null };
  const names = path.filter((part) => !/^\d+$/.test(part)).slice(0, 2);
  const section = names[0] === 'personalizations' ? names.join('.') : names[0];
  return { message, field: path.join('.'), help: `${HELP}${section}` };
}
