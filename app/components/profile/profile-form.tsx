import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from 'react-router';
import { clock } from '#app/components/dates.ts';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { controlProps, useForm } from '#app/components/use-form.ts';
import { placeOf } from '#domain/time/written.ts';
import type { AccountView } from '#services/accounts/account.ts';

interface ProfileFormProps {
  account: AccountView;
  /** All that this server knows, by name. */
  zones: readonly string[];
  result: SubmissionResult<string[]> | undefined;
  now: string;
}

/** What somebody says about themselves. */
export function ProfileForm({ account: { email, name, time_zone }, zones, result, now }: ProfileFormProps) {
  const isBusy = useNavigation().state === 'submitting';
  const { form, errors, fields } = useForm({
    id: 'profile-form',
    fields: ['name', 'time_zone'],
    initial: { name, time_zone },
    result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).profileSchema,
  });
  return (
    <section className="spread" aria-labelledby="h-profile">
      <div className="aside">
        <h2 id="h-profile">Profile</h2>
        <p>Your name stands on every invitation we send for you.</p>
      </div>
      <Form className="body stack narrow" method="post" {...form}>
        <FormErrors errors={errors} />
        <div className="field">
          <label htmlFor="profile-email">Email</label>
          <p className="hint" id="profile-email-hint">
            It is changed <a href="#h-email">below</a>.
          </p>
          <input
            className="control"
            id="profile-email"
            type="email"
            value={email}
            readOnly
            aria-describedby="profile-email-hint"
          />
        </div>
        <Field label="Full name" meta={fields.name}>
          <input className="control" type="text" autoComplete="name" {...controlProps(fields.name)} />
        </Field>
        <Field
          label="Time zone"
          hint={`Dates and hours are shown in this zone. In ${placeOf(time_zone)} it is ${clock(now, time_zone)}.`}
          meta={fields.time_zone}
        >
          <span className="select">
            <select className="control" {...controlProps(fields.time_zone, { hint: true })}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </span>
        </Field>
        <div>
          <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            Save
          </button>
        </div>
      </Form>
    </section>
  );
}
