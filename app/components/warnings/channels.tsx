/** Where warnings go besides the account's email: the form, the list, and the form for a code. */
import type { SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from 'react-router';
import type { z } from 'zod';
import { BoxField } from '#app/components/box-field.tsx';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField, SelectField } from '#app/components/field.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { warningChannelsFormSchema, warningCodeSchema } from '#domain/emergency/warning-channels.schema.ts';
import { plainDate } from '#messages/dates.ts';
import { warningsPage as texts } from '#messages/en/warnings-page.ts';
import { say } from '#messages/say.ts';
import type { WarningChannelsView, WarningChannelView } from '#services/emergency/read-warning-channels.ts';

const HERE = '/profile/warnings';
const CONFIRM = '/profile/warnings/confirm';

interface ChannelsFormProps {
  channels: WarningChannelsView;
  /** Which channels of a phone are set up here; without SMS none is offered. */
  offered: readonly ('whatsapp' | 'sms')[];
  result: SubmissionResult<string[]> | undefined;
}

export function ChannelsForm({ channels, offered, result }: ChannelsFormProps) {
  const isBusy = useNavigation().formAction === HERE;
  const [form, fields] = useLazyForm<z.input<typeof warningChannelsFormSchema>>({
    id: 'warnings-form',
    defaultValue: {
      second_email: channels.second_email?.address ?? '',
      phone: channels.phone?.address ?? '',
      ...(channels.sms && { sms: 'on' as const }),
      ...(channels.whatsapp && { whatsapp: 'on' as const }),
    },
    lastResult: result,
    schema: async () => (await import('#domain/emergency/warning-channels.schema.ts')).warningChannelsFormSchema,
  });
  const { second_email, phone, sms, whatsapp } = fields;
  const hasPhone = offered.includes('sms');
  return (
    <CheckedForm
      form={form}
      fields={[second_email, phone, sms, whatsapp]}
      className="stack-s"
      method="post"
      action={HERE}
    >
      <FormErrors />
      <InputField
        label={say(texts.email)}
        hint={say(texts.emailHint)}
        type="email"
        autoComplete="off"
        meta={second_email}
        optional
      />
      {hasPhone && (
        <>
          <InputField
            label={say(texts.phone)}
            hint={say(texts.phoneHint)}
            type="tel"
            autoComplete="tel"
            meta={phone}
            optional
          />
          <BoxField className="field" label={say(texts.sms)} meta={sms} />
          {offered.includes('whatsapp') && <BoxField className="field" label={say(texts.whatsapp)} meta={whatsapp} />}
        </>
      )}
      <div>
        <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.save)}
        </button>
      </div>
    </CheckedForm>
  );
}

/** Each channel with what became of its messages, and the form for its code; then the button for a test. */
export function ChannelList({ channels, timeZone }: { channels: WarningChannelsView; timeZone: string }) {
  const { second_email, sms, whatsapp, phone } = channels;
  const shown = [
    ...(second_email ? [{ name: 'second_email' as const, channel: second_email }] : []),
    ...(phone && (phone.confirmed_at === null || !(sms || whatsapp))
      ? [{ name: 'phone' as const, channel: phone }]
      : []),
    ...(sms?.confirmed_at ? [{ name: 'sms' as const, channel: sms }] : []),
    ...(whatsapp?.confirmed_at ? [{ name: 'whatsapp' as const, channel: whatsapp }] : []),
  ];
  if (shown.length === 0) return <p className="soft">{say(texts.none)}</p>;
  return (
    <ul className="lines">
      {shown.map(({ name, channel }) => (
        <li key={name} className="stack-s">
          <p>
            <strong>{say(texts.names[name])}</strong> {channel.address}
            <br />
            <ChannelState channel={channel} isUsed={name !== 'phone'} timeZone={timeZone} />
          </p>
          {channel.confirmed_at === null && (
            <CodeForm id={`code-${name}`} to={name === 'second_email' ? name : 'phone'} result={undefined} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface ChannelStateProps {
  channel: WarningChannelView;
  isUsed: boolean;
  timeZone: string;
}

function ChannelState({ channel, isUsed, timeZone }: ChannelStateProps) {
  const { failed_at, confirmed_at, last_delivered_at } = channel;
  if (failed_at)
    return <strong className="error">{say(texts.failed, { date: plainDate(failed_at, timeZone) })}</strong>;
  if (confirmed_at === null) return <span>{say(texts.unconfirmed)}</span>;
  if (!isUsed) return <span>{say(texts.unused)}</span>;
  if (last_delivered_at) return <span>{say(texts.arrived, { date: plainDate(last_delivered_at, timeZone) })}</span>;
  return <span>{say(texts.confirmed)}</span>;
}

interface CodeFormProps {
  id: string;
  /** What the code was sent to; null to ask. */
  to: 'second_email' | 'phone' | null;
  result: SubmissionResult<string[]> | undefined;
}

/** It posts to a page of its own, which says what is wrong with it. */
export function CodeForm({ id, to, result }: CodeFormProps) {
  const [form, { channel, code }] = useLazyForm<z.input<typeof warningCodeSchema>>({
    id,
    lastResult: result,
    schema: async () => (await import('#domain/emergency/warning-channels.schema.ts')).warningCodeSchema,
  });
  return (
    <CheckedForm form={form} fields={[channel, code]} className="stack-s" method="post" action={CONFIRM}>
      <FormErrors />
      {to ? (
        <input type="hidden" name={channel.name} value={to} />
      ) : (
        <SelectField label={say(texts.confirmPage.channel)} meta={channel}>
          <option value="second_email">{say(texts.names.second_email)}</option>
          <option value="phone">{say(texts.names.phone)}</option>
        </SelectField>
      )}
      <InputField
        label={say(texts.code)}
        hint={say(texts.codeHint)}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        meta={code}
      />
      <div>
        <button className="btn btn-secondary" type="submit">
          {say(texts.confirm)}
        </button>
      </div>
    </CheckedForm>
  );
}

export function TestForm() {
  return (
    <Form method="post" action="/profile/warnings/test" className="stack-s">
      <p className="soft">{say(texts.testHint)}</p>
      <div>
        <button className="btn btn-secondary" type="submit">
          {say(texts.test)}
        </button>
      </div>
    </Form>
  );
}
