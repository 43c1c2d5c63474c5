import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from 'react-router';
import type { z } from 'zod';
import { BoxField } from '#app/components/box-field.tsx';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField } from '#app/components/field.tsx';
import { SecretOnce } from '#app/components/secret-once.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { newWebhookFormSchema } from '#domain/webhooks/webhooks.schema.ts';
import { EVENT_BOXES, WEBHOOK_EVENTS } from '#domain/webhooks/webhooks.ts';
import { fullDateTime } from '#messages/dates.ts';
import { webhooks as texts } from '#messages/en/webhooks.ts';
import { sayEither } from '#messages/lists.ts';
import { say, sayRich } from '#messages/say.ts';
import type { WebhookLogEntry } from '#services/accounts/webhook-log.ts';
import type { WebhookView } from '#services/accounts/webhooks.ts';

/** The one time that the secret of a new webhook is shown. */
export function NewWebhookNote({ url, secret }: { url: string; secret: string }) {
  const { heading, text, label } = texts.made;
  return <SecretOnce heading={say(heading)} text={say(text)} label={say(label, { url })} secret={secret} />;
}

/** The webhooks of an account, each with what became of its messages. */
export function WebhookList({ webhooks, timeZone }: { webhooks: readonly WebhookView[]; timeZone: string }) {
  return (
    <section className="spread" aria-labelledby="h-webhooks">
      <div className="aside">
        <h2 id="h-webhooks">{say(texts.list)}</h2>
      </div>
      <div className="body stack">
        {webhooks.length === 0 ? (
          <p>{say(texts.none)}</p>
        ) : (
          webhooks.map((webhook) => <Webhook key={webhook.id} webhook={webhook} timeZone={timeZone} />)
        )}
      </div>
    </section>
  );
}

function Webhook({ webhook, timeZone }: { webhook: WebhookView; timeZone: string }) {
  const { id, url, events, log } = webhook;
  return (
    <article className="stack-s" aria-label={url}>
      <p>
        <strong>{url}</strong>
        <br />
        <span className="soft">
          {say(texts.on, { events: sayEither(events.map((event) => say(texts.eventNames[event]))) })}{' '}
          {stateOf(webhook, timeZone)}
        </span>
      </p>
      {log.length > 0 && (
        <details>
          <summary>{say(texts.log)}</summary>
          <ul className="lines">
            {log.map((entry) => (
              <li key={entry.id}>{entryOf(entry, timeZone)}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="row">
        <Form method="post" action={`/profile/security/webhooks/${id}/test`}>
          <button className="btn btn-quiet" type="submit">
            {sayRich(texts.test, { url })}
          </button>
        </Form>
        <Form method="post">
          <input type="hidden" name="webhook" value={id} />
          <button className="btn btn-quiet" type="submit">
            {sayRich(texts.delete, { url })}
          </button>
        </Form>
      </div>
    </article>
  );
}

function stateOf({ off_at, off_because, last_delivered_at }: WebhookView, timeZone: string): string {
  if (off_at && off_because) return say(texts.off[off_because], { at: fullDateTime(off_at, timeZone) });
  return last_delivered_at
    ? say(texts.arrived, { at: fullDateTime(last_delivered_at, timeZone) })
    : say(texts.nothingYet);
}

function entryOf(entry: WebhookLogEntry, timeZone: string): string {
  const at = fullDateTime(entry.created_at, timeZone);
  const event = say(texts.eventLabels[entry.event]);
  if (entry.arrived_at) return say(texts.entry.arrived, { at, event });
  const result = resultOf(entry);
  if (entry.given_up_at)
    return result ? say(texts.entry.givenUp, { at, event, result }) : say(texts.entry.givenUpUntried, { at, event });
  const next = fullDateTime(entry.next_try_at ?? entry.created_at, timeZone);
  return result
    ? say(texts.entry.waitingAfter, { at, event, result, next })
    : say(texts.entry.waiting, { at, event, next });
}

/** @returns what the last try found; null before the first */
function resultOf({ last_status, last_failure }: WebhookLogEntry): string | null {
  if (last_status !== null) return say(texts.answered, { status: `${last_status}` });
  return last_failure && say(texts.failures[last_failure]);
}

export function NewWebhookForm({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<z.input<typeof newWebhookFormSchema>>({
    id: 'webhook-form',
    lastResult: result,
    schema: async () => (await import('#domain/webhooks/webhooks.schema.ts')).newWebhookFormSchema,
  });
  const boxes = WEBHOOK_EVENTS.map((event) => ({ event, meta: fields[EVENT_BOXES[event]] }));
  return (
    <section className="spread" aria-labelledby="h-new">
      <div className="aside">
        <h2 id="h-new">{say(texts.add)}</h2>
      </div>
      <CheckedForm
        form={form}
        fields={[fields.url, ...boxes.map(({ meta }) => meta)]}
        className="body stack narrow"
        method="post"
      >
        <FormErrors />
        <InputField label={say(texts.url)} hint={say(texts.urlHint)} type="url" autoComplete="off" meta={fields.url} />
        <fieldset className="field">
          <legend className="label">{say(texts.when)}</legend>
          {boxes.map(({ event, meta }) => (
            <BoxField key={event} label={say(texts.eventNames[event])} meta={meta} />
          ))}
        </fieldset>
        <div>
          <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            {say(texts.submit)}
          </button>
        </div>
        <p className="small soft">{say(texts.password)}</p>
      </CheckedForm>
    </section>
  );
}
