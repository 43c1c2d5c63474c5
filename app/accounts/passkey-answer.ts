import type { z } from 'zod';
import { type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { passkeyAnswers } from '#messages/en/passkeys.ts';
import { say } from '#messages/say.ts';
import type { PasskeySite } from '#services/accounts/webauthn.ts';

/** @returns the site that passkeys are for: this one */
export function passkeySite(context: Provider): PasskeySite {
  const { appOrigin } = context.get(webDeps);
  return { id: new URL(appOrigin).hostname, origin: appOrigin };
}

/**
 * @returns what a browser answered for a passkey, from the field `answer` of a form
 * @throws AppError malformed when it is none
 */
export function passkeyAnswerIn<Schema extends z.ZodType>(form: FormData, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(fromJson(form.get('answer')));
  if (parsed.success) return parsed.data;
  throw new AppError('malformed', say(passkeyAnswers.unreadable));
}

function fromJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(`${text}`);
  } catch {
    return null;
  }
}
