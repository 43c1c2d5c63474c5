import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { CheckedForm } from '#app/components/checked-form.tsx';
import { EnterButton } from '#app/components/enter-button.tsx';
import { InputField, SelectField, type TextMeta } from '#app/components/field.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { DeliveryChoices, DeliveryReply } from '#app/deliveries/delivery-form.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { deliveryForm as texts } from '#messages/en/delivery-form.ts';
import { say } from '#messages/say.ts';
import { ChannelFields } from './channel-fields.tsx';
import { leavePreviewToBrowser, PreviewButton } from './preview-button.tsx';
import { useClockChange } from './use-clock-change.ts';
import { WhenFields } from './when-fields.tsx';

/** The fields of how, to whom and when, in the order of the page. */
const WISH_FIELDS = [
  'delivery_type',
  'phone_country',
  'recipient_phone',
  'recipient_name',
  'recipient_email',
  'alternate_email',
  'date',
  'time',
  'time_zone',
  'birth_date',
  'link_years',
  'language',
] as const;
type WishField = (typeof WISH_FIELDS)[number];

interface DeliveryFormProps {
  form: FormMetadata;
  fields: Record<WishField, TextMeta>;
  /** The field of a new delivery that comes before them. */
  content?: FieldMetadata;
  /** Of what is sent; undefined until it is chosen. */
  title: string | undefined;
  choices: DeliveryChoices;
  reply: DeliveryReply | undefined;
  action?: string;
  /** The address of the page that shows what was typed as its recipient would see it. */
  preview: string;
  /** The label of the button that sends it. */
  submit: string;
  now: string;
  /** What comes before these fields: the errors, and for a new delivery its content. */
  children: ReactNode;
}

/** How, to whom and when: the same for a new delivery and for a change; beside it an envelope that follows the fields. */
export function DeliveryForm(props: DeliveryFormProps) {
  const { form, fields, content, title, choices, reply, action, preview, submit, now, children } = props;
  const isBusy = useNavigation().state === 'submitting';
  const { date, time, time_zone } = fields;
  const inOrder = [...(content ? [content] : []), ...WISH_FIELDS.map((name) => fields[name])];
  const local = date.value && time.value && `${date.value}T${time.value}`;
  const change = useClockChange(local, time_zone.value, reply?.clocks ?? null);
  return (
    <>
      <CheckedForm
        form={form}
        fields={inOrder}
        className="stack"
        method="post"
        onSubmitCapture={leavePreviewToBrowser}
        {...(action && { action })}
      >
        <EnterButton label={submit} />
        {children}
        {choices.countries ? (
          <ChannelFields fields={fields} channels={choices.channels} countries={choices.countries} />
        ) : (
          <input type="hidden" name={fields.delivery_type.name} value={choices.channels[0]} />
        )}
        <Recipient fields={fields} />
        <InputField
          label={say(texts.alternate)}
          optional
          hint={say(texts.alternateHint)}
          type="email"
          autoComplete="off"
          meta={fields.alternate_email}
        />
        <FormAnswers answers={reply?.addresses} />
        <WhenFields fields={fields} zones={choices.zones} change={change} dayNote={reply?.dayNote ?? null} now={now} />
        <SelectField label={say(texts.linkLife)} hint={say(texts.linkLifeHint)} meta={fields.link_years}>
          {choices.lives.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label={say(texts.language)} hint={say(texts.languageHint)} meta={fields.language}>
          {choices.languages.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <PreviewButton address={preview} />
        <FormButtons submit={submit} isBusy={isBusy} cancelTo="/schedule" />
      </CheckedForm>
      <Envelope fields={fields} title={title} local={change?.local ?? local} now={now} />
    </>
  );
}

interface EnvelopeProps extends Pick<DeliveryFormProps, 'fields' | 'title' | 'now'> {
  /** `YYYY-MM-DDTHH:MM` in the zone of the form; empty or undefined while it is not complete. */
  local: string | undefined;
}

/** An envelope that follows the fields. Only scripts make it follow, so it loads after the page. */
function Envelope({ fields, title, local, now }: EnvelopeProps) {
  const figure = useLookedUp('figure', () => import('./envelope-figure.tsx'));
  if (!figure) return <figure className="sched-env" />;
  return (
    <figure.EnvelopeFigure
      title={title}
      name={fields.recipient_name.value}
      address={fields.recipient_email.value}
      channel={fields.delivery_type.value as Channel}
      localTime={local}
      zone={fields.time_zone}
      now={now}
    />
  );
}

function Recipient({ fields }: Pick<DeliveryFormProps, 'fields'>) {
  return (
    <div className="fields-2">
      <InputField
        label={say(texts.recipientName)}
        optional
        type="text"
        autoComplete="off"
        meta={fields.recipient_name}
      />
      <InputField label={say(texts.recipientEmail)} type="email" autoComplete="off" meta={fields.recipient_email} />
    </div>
  );
}
