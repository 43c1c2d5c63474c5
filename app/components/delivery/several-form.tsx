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
import type { scheduleSeveralFormSchema } from '#domain/delivery/schedule.schema.ts';
import { frame } from '#messages/en/frame.ts';
import { scheduleSeveral as texts } from '#messages/en/schedule-several.ts';
import { say } from '#messages/say.ts';
import type { ContentView } from '#services/contents/content-view.ts';

interface Option {
  value: string;
  label: string;
}

/** Texts of the form for one person, which the server says: their catalogue would load that whole form. */
type SeveralLabels = WhenLabels & Record<'channel' | 'linkLife' | 'linkLifeHint' | 'preview', string>;
/** Of the fields of when. */
export type WhenLabels = Record<'date' | 'time' | 'timeZone', string>;

interface SeveralFormProps {
  contents: readonly ContentView[];
  /** `once` identifies this form: sent twice, it schedules once. */
  choices: DeliveryChoices & { country: string; once: string };
  labels: SeveralLabels;
  channels: readonly Option[];
  /** How many items and people one form takes. */
  most: { contents: number; people: number };
  reply: DeliveryReply | undefined;
  timeZone: string;
  isBusy: boolean;
}

/** New deliveries of several items to several people. Only the server checks it. */
export function SeveralForm(props: SeveralFormProps) {
  const { contents, choices, labels, channels, most, reply, timeZone, isBusy } = props;
  const [form, fields] = useSeveralForm(choices, timeZone, reply);
  const { content_ids, recipients, delivery_type, date, time, time_zone, until_year, question, answer } = fields;
  const { tells_more, link_years } = fields;
  return (
    <CheckedForm
      form={form}
      fields={[content_ids, recipients, delivery_type, date, time, time_zone, until_year, question, answer, link_years]}
      className="stack"
      method="post"
      // The browser sends it, as without scripts: the preview then opens in its own tab.
      reloadDocument
    >
      <EnterButton label={say(texts.submit)} />
      <FormErrors />
      <FormAnswers answers={reply?.resend} />
      <input type="hidden" name="once" value={choices.once} />
      <input type="hidden" name="phone_country" value={choices.country} />
      {/* Conform knows lists and transformed texts by other types; their controls are the same. */}
      <Contents meta={content_ids as unknown as TextMeta} contents={contents} max={most.contents} />
      <People meta={recipients as unknown as TextMeta} />
      <ChannelField meta={delivery_type} channels={channels} label={labels.channel} />
      <When {...{ date, time, time_zone, labels }} zones={choices.zones} clocks={reply?.clocks} />
      <Optional label={say(texts.lastYear)} hint={say(texts.lastYearHint)} meta={until_year} inputMode="numeric" />
      <Optional label={say(texts.question)} hint={say(texts.questionHint)} meta={question} />
      <Optional label={say(texts.answer)} hint={say(texts.answerHint)} meta={answer} />
      <label className="check">
        <input type="checkbox" name={tells_more.name} value="on" defaultChecked={tells_more.initialValue === 'on'} />
        <span>{say(texts.tellsMore)}</span>
      </label>
      <Choice meta={link_years} label={labels.linkLife} hint={labels.linkLifeHint} options={choices.lives} />
      <div className="row">
        <button
          className="btn btn-secondary"
          type="submit"
          formAction="/schedule/preview"
          formTarget="_blank"
          formNoValidate
        >
          {labels.preview}
        </button>
      </div>
      <FormButtons submit={say(texts.submit)} isBusy={isBusy} cancelTo="/schedule" />
    </CheckedForm>
  );
}

function useSeveralForm(choices: SeveralFormProps['choices'], timeZone: string, reply: DeliveryReply | undefined) {
  return useLazyForm<z.input<typeof scheduleSeveralFormSchema>>({
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

interface ContentsProps extends FieldProps, Pick<SeveralFormProps, 'contents'> {
  max: number;
  /** Why none is ticked. */
  note?: string | undefined;
}

/** What is sent, as boxes to tick. */
export function Contents({ meta, contents, max, note }: ContentsProps) {
  const options = contents.map(({ id }) => id);
  return (
    <fieldset className={meta.errors ? 'field has-error' : 'field'} id={meta.id}>
      <legend className="label">{say(texts.contents)}</legend>
      <p className="hint">
        {note} {say(texts.contentsHint, { max })}
      </p>
      {getCollectionProps(meta, { type: 'checkbox', options }).map(({ key, ...props }, index) => (
        <label className="check" key={key}>
          <input {...props} />
          <span>
            {typeName(contents[index]?.type ?? 'file')}: {contents[index]?.title || say(frame.untitled)}
          </span>
        </label>
      ))}
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

function ChannelField({ channels, ...props }: FieldProps & { channels: readonly Option[]; label: string }) {
  const [only] = channels;
  if (channels.length === 1) return <input type="hidden" name="delivery_type" value={only?.value} />;
  return <Choice {...props} options={channels} />;
}

interface WhenProps {
  date: TextMeta;
  time: TextMeta;
  time_zone: TextMeta;
  labels: WhenLabels;
  zones: readonly string[];
  /** What the server found out about a time that the clocks skip or repeat. */
  clocks: DeliveryReply['clocks'];
  /** What it says where all three can stay empty. */
  empty?: Record<'hint' | 'zone', string> | undefined;
}

/** On which day, at what time, in which zone. */
export function When({ date, time, time_zone, labels, zones, clocks, empty }: WhenProps) {
  const named = zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
  const options = empty ? [{ value: '', label: empty.zone }, ...named] : named;
  return (
    <>
      <div className="fields-when">
        <InputField label={labels.date} hint={empty?.hint} type="date" meta={date} />
        <InputField label={labels.time} type="time" meta={time} />
        <Choice label={labels.timeZone} meta={time_zone} options={options} />
      </div>
      {clocks && <p className="note is-warn">{clocks.says}</p>}
      <input type="hidden" name="clocks_seen" value={clocks?.keys[1] ?? ''} />
    </>
  );
}

/** A field with a choice. */
export function Choice({
  options,
  ...props
}: FieldProps & { options: readonly Option[]; label: string; hint?: string }) {
  return (
    <SelectField {...props}>
      {options.map(({ value, label }) => (
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
