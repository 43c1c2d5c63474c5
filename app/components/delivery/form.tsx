import type { SubmissionResult } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { Field } from '#app/components/field.tsx';
import { controlProps, type FormField, type useForm } from '#app/components/use-form.ts';
import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import type { PhoneCountry } from '#services/deliveries/phone.ts';
import { ChannelFields } from './channel-fields.tsx';
import { type ToldClockChange, useClockChange } from './use-clock-change.ts';
import { WhenFields } from './when-fields.tsx';

/** What can be chosen. */
export interface DeliveryChoices {
  zones: readonly string[];
  channels: readonly Channel[];
  /** Null where no channel needs a number. */
  countries: readonly PhoneCountry[] | null;
}

/** What an action gives back when the form stays. */
export interface DeliveryReply {
  result: SubmissionResult<string[]>;
  clocks?: ToldClockChange;
  /** About a day that was chosen by a button. */
  said?: string;
}

/** How, to whom and when. */
export const WISH_FIELDS = [
  'delivery_type',
  'phone_country',
  'recipient_phone',
  'recipient_name',
  'recipient_email',
  'date',
  'time',
  'time_zone',
  'birth_date',
] as const;
type WishField = (typeof WISH_FIELDS)[number];

interface DeliveryFormProps {
  form: ReturnType<typeof useForm>['form'];
  fields: Record<WishField, FormField>;
  choices: DeliveryChoices;
  reply: DeliveryReply | undefined;
  action?: string;
  /** What stands on the button that sends it. */
  submit: string;
  now: string;
  /** What comes before: what is wrong with it as a whole, and of a new delivery what it brings. */
  children: ReactNode;
}

/** How, to whom and when: the same for a new delivery and for one that changes; beside it the envelope that follows. */
export function DeliveryForm(props: DeliveryFormProps) {
  const { form, fields, choices, reply, action, submit, now, children } = props;
  const isBusy = useNavigation().state === 'submitting';
  const { date, time, time_zone } = fields;
  const local = date.value && time.value && `${date.value}T${time.value}`;
  // It follows by scripts, so it may come after them.
  const figure = useLookedUp('figure', () => import('./envelope-figure.tsx'));
  const change = useClockChange(local, time_zone.value, reply?.clocks ?? null);
  return (
    <>
      <Form className="stack" method="post" {...(action && { action })} {...form}>
        {/* The one that the Enter key means: the first of a form. */}
        <button className="vh" type="submit" tabIndex={-1} aria-hidden="true">
          {submit}
        </button>
        {children}
        {choices.countries ? (
          <ChannelFields fields={fields} channels={choices.channels} countries={choices.countries} />
        ) : (
          <input type="hidden" name={fields.delivery_type.name} value={choices.channels[0]} />
        )}
        <Recipient fields={fields} />
        <WhenFields fields={fields} zones={choices.zones} change={change} said={reply?.said ?? null} now={now} />
        <div className="row">
          <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            {submit}
          </button>
          <Link className="btn btn-quiet" to="/schedule">
            Cancel
          </Link>
        </div>
      </Form>
      {figure ? (
        <figure.EnvelopeFigure
          name={fields.recipient_name.value}
          address={fields.recipient_email.value}
          channel={fields.delivery_type.value as Channel}
          localTime={change?.local ?? local}
          timeZone={time_zone.value || 'UTC'}
          now={now}
        />
      ) : (
        <figure className="sched-env" />
      )}
    </>
  );
}

function Recipient({ fields }: Pick<DeliveryFormProps, 'fields'>) {
  return (
    <div className="fields-2">
      <Field label="Recipient name" optional meta={fields.recipient_name}>
        <input className="control" type="text" autoComplete="off" {...controlProps(fields.recipient_name)} />
      </Field>
      <Field label="Recipient email" meta={fields.recipient_email}>
        <input className="control" type="email" autoComplete="off" {...controlProps(fields.recipient_email)} />
      </Field>
    </div>
  );
}
