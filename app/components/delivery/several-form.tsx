import { getCollectionProps } from '@conform-to/react';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { EnterButton } from '#app/components/enter-button.tsx';
import { FieldError, InputField, SelectField, TextField, type TextMeta } from '#app/components/field.tsx';
import { FormAnswers } from '#app/components/form-answers.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { typeName } from '#app/components/type-badge.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { DeliveryChoices, DeliveryReply } from '#app/deliveries/delivery-form.ts';
import { CONTENTS_MAX } from '#domain/delivery/delivery.ts';
import type { scheduleSeveralFormSchema } from '#domain/delivery/schedule.schema.ts';
import { deliveryForm } from '#messages/en/delivery-form.ts';
import { frame } from '#messages/en/frame.ts';
import { scheduleSeveral as texts } from '#messages/en/schedule-several.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { leavePreviewToBrowser, PreviewButton } from './preview-button.tsx';
import { useClockChange } from './use-clock-change.ts';
import { WhenFields } from './when-fields.tsx';

interface SeveralFormProps {
  contents: readonly ContentView[];
  /** `once` identifies this form: sent twice, it schedules once. */
  choices: DeliveryChoices & { country: string; once: string };
  reply: DeliveryReply | undefined;
  timeZone: string;
  now: string;
  isBusy: boolean;
}

/** New deliveries of several items to several people. Only the server checks it. */
export function SeveralForm({ contents, choices, reply, timeZone, now, isBusy }: SeveralFormProps) {
  const [form, fields] = useSeveralForm(choices, timeZone, reply);
  const { content_ids, recipients, delivery_type, date, time, time_zone, birth_date, until_year, question } = fields;
  const { answer, tells_more, link_years } = fields;
  const local = date.value && time.value && `${date.value}T${time.value}`;
  const change = useClockChange(local, time_zone.value, reply?.clocks ?? null);
  return (
    <CheckedForm
      form={form}
      fields={[content_ids, recipients, delivery_type, date, time, time_zone, until_year, question, answer, link_years]}
      className="stack"
      method="post"
      onSubmitCapture={leavePreviewToBrowser}
    >
      <EnterButton label={say(texts.submit)} />
      <FormErrors />
      <FormAnswers answers={reply?.resend} />
      <input type="hidden" name="once" value={choices.once} />
      <input type="hidden" name="phone_country" value={choices.country} />
      {/* Conform knows lists and transformed texts by other types; their controls are the same. */}
      <Contents meta={content_ids as unknown as TextMeta} contents={contents} />
      <People meta={recipients as unknown as TextMeta} />
      <ChannelField meta={delivery_type} choices={choices} />
      <WhenFields
        fields={{ date, time, time_zone, birth_date }}
        zones={choices.zones}
        change={change}
        dayNote={reply?.dayNote ?? null}
        now={now}
      />
      <Optional label={say(texts.lastYear)} hint={say(texts.lastYearHint)} meta={until_year} inputMode="numeric" />
      <Optional label={say(texts.question)} hint={say(texts.questionHint)} meta={question} />
      <Optional label={say(texts.answer)} hint={say(texts.answerHint)} meta={answer} />
      <label className="choice">
        <input type="checkbox" name={tells_more.name} value="on" defaultChecked={tells_more.initialValue === 'on'} />
        {say(texts.tellsMore)}
      </label>
      <LinkLife meta={link_years} choices={choices} />
      <PreviewButton address="/schedule/preview" />
      <FormButtons submit={say(texts.submit)} isBusy={isBusy} cancelTo="/schedule" />
    </CheckedForm>
  );
}

function useSeveralForm(choices: SeveralFormProps['choices'], timeZone: string, reply: DeliveryReply | undefined) {
  return useLazyForm<z.input<typeof scheduleSeveralFormSchema> & { birth_date?: string }>({
    id: 'several-form',
    defaultValue: {
      delivery_type: 'email',
      phone_country: choices.country,
      time_zone: timeZone,
      link_years: choices.lives[0]?.value,
    },
    lastResult: reply?.result,
    schema: null,
  });
}

interface FieldProps {
  meta: TextMeta;
}

function Contents({ meta, contents }: FieldProps & Pick<SeveralFormProps, 'contents'>) {
  const options = contents.map(({ id }) => id);
  return (
    <fieldset className={meta.errors ? 'field has-error' : 'field'} id={meta.id}>
      <legend className="label">{say(texts.contents)}</legend>
      <p className="hint">{say(texts.contentsHint, { max: CONTENTS_MAX })}</p>
      <div className="choices">
        {getCollectionProps(meta, { type: 'checkbox', options }).map(({ key, ...props }, index) => (
          <label className="choice" key={key}>
            <input {...props} />
            {typeName(contents[index]?.type ?? 'file')}: {contents[index]?.title || say(frame.untitled)}
          </label>
        ))}
      </div>
      <FieldError meta={meta} />
    </fieldset>
  );
}

function People({ meta }: FieldProps) {
  return (
    <TextField
      label={say(texts.people)}
      hint={say(texts.peopleHint)}
      meta={meta}
      rows={5}
      placeholder={say(texts.example)}
      autoComplete="off"
    />
  );
}

function ChannelField({ meta, choices }: FieldProps & Pick<SeveralFormProps, 'choices'>) {
  const [only] = choices.channels;
  if (choices.channels.length === 1) return <input type="hidden" name="delivery_type" value={only} />;
  return (
    <SelectField label={say(deliveryForm.channel)} meta={meta}>
      {choices.channels.map((channel) => (
        <option key={channel} value={channel}>
          {say(deliveryForm.channels[channel])}
        </option>
      ))}
    </SelectField>
  );
}

function LinkLife({ meta, choices }: FieldProps & Pick<SeveralFormProps, 'choices'>) {
  return (
    <SelectField label={say(deliveryForm.linkLife)} hint={say(deliveryForm.linkLifeHint)} meta={meta}>
      {choices.lives.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function Optional(props: FieldProps & { label: string; hint: string; inputMode?: 'numeric' }) {
  return <InputField {...props} optional type="text" autoComplete="off" />;
}
