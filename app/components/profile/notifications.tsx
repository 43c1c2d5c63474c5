/** Which mails an owner gets: the section of the profile, and the parts of its own page. */
import { type FieldMetadata, getInputProps, type SubmissionResult } from '@conform-to/react';
import { Fragment } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { FieldError } from '#app/components/field.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { notificationsFormSchema } from '#domain/accounts/notifications.schema.ts';
import { type MailChoices, OPTIONAL_MAILS, type OptionalMail } from '#domain/accounts/notifications.ts';
import { notifications as texts } from '#messages/en/notifications.ts';
import { say } from '#messages/say.ts';

const ACTION = '/profile/notifications';

export function NotificationsSection({ choices }: { choices: MailChoices }) {
  return (
    <section className="spread" aria-labelledby="h-notifications">
      <div className="aside">
        <h2 id="h-notifications">{say(texts.heading)}</h2>
        <p>{say(texts.purpose)}</p>
      </div>
      <div className="body stack">
        <NotificationsForm choices={choices} result={undefined} />
        <AlwaysSent />
      </div>
    </section>
  );
}

interface NotificationsFormProps {
  choices: MailChoices;
  result: SubmissionResult<string[]> | undefined;
}

export function NotificationsForm({ choices, result }: NotificationsFormProps) {
  const isBusy = useNavigation().formAction === ACTION;
  const [form, fields] = useLazyForm<z.input<typeof notificationsFormSchema>>({
    id: 'notifications-form',
    defaultValue: Object.fromEntries(OPTIONAL_MAILS.filter((mail) => choices[mail]).map((mail) => [mail, 'on'])),
    lastResult: result,
    schema: async () => (await import('#domain/accounts/notifications.schema.ts')).notificationsFormSchema,
  });
  return (
    <CheckedForm
      form={form}
      fields={OPTIONAL_MAILS.map((mail) => fields[mail])}
      className="stack-s"
      method="post"
      action={ACTION}
      preventScrollReset
    >
      <FormErrors />
      {OPTIONAL_MAILS.map((mail) => (
        <MailBox key={mail} mail={mail} meta={fields[mail]} />
      ))}
      <div>
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.save)}
        </button>
      </div>
    </CheckedForm>
  );
}

function MailBox({ mail, meta }: { mail: OptionalMail; meta: FieldMetadata }) {
  const { label, hint } = texts.mails[mail];
  return (
    <div className={meta.errors ? 'field has-error' : 'field'}>
      <label className="check">
        <input {...getInputProps(meta, { type: 'checkbox', ariaDescribedBy: meta.descriptionId })} />
        <span>{say(label)}</span>
        <span className="hint" id={meta.descriptionId}>
          {say(hint)}
        </span>
      </label>
      <FieldError meta={meta} />
    </div>
  );
}

/** What cannot be turned off, and why. */
export function AlwaysSent() {
  return (
    <div className="stack-s">
      <p>{say(texts.always)}</p>
      <dl className="facts facts-l">
        {Object.entries(texts.alwaysSent).map(([what, { name, why }]) => (
          <Fragment key={what}>
            <dt>{say(name)}</dt>
            <dd>{say(why)}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
