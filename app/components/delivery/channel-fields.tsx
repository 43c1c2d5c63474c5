import { getCollectionProps } from '@conform-to/react';
import { useRef } from 'react';
import { FieldError, InputField, SelectField, type TextMeta } from '#app/components/field.tsx';
import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { deliveryForm as texts } from '#messages/en/delivery-form.ts';
import { say } from '#messages/say.ts';
import type { PhoneCountry } from '#services/deliveries/phone.ts';

interface ChannelFieldsProps {
  fields: Record<'delivery_type' | 'phone_country' | 'recipient_phone', TextMeta>;
  channels: readonly Channel[];
  countries: readonly PhoneCountry[];
}

/** The channel. A style sheet hides the fields that the channel does not need, so that this works without scripts. */
export function ChannelFields({ fields, channels, countries }: ChannelFieldsProps) {
  return (
    <>
      <ChannelChoice meta={fields.delivery_type} channels={channels} />
      <PhoneFields
        country={fields.phone_country}
        phone={fields.recipient_phone}
        channels={channels}
        countries={countries}
      />
    </>
  );
}

function ChannelChoice({ meta, channels }: { meta: TextMeta } & Pick<ChannelFieldsProps, 'channels'>) {
  return (
    <fieldset className={meta.errors ? 'field has-error' : 'field'} id={meta.id}>
      <legend className="label">{say(texts.channel)}</legend>
      <div className="choices choices-row">
        {getCollectionProps(meta, { type: 'radio', options: [...channels] }).map(({ key, ...props }) => (
          <label className="choice" key={key}>
            <input {...props} />
            {say(texts.channels[props.value as Channel])}
          </label>
        ))}
      </div>
      <FieldError meta={meta} />
    </fieldset>
  );
}

interface PhoneFieldsProps extends Pick<ChannelFieldsProps, 'channels' | 'countries'> {
  country: TextMeta;
  phone: TextMeta;
}

function PhoneFields({ country, phone, channels, countries }: PhoneFieldsProps) {
  const lastRead = useRef<string>(undefined);
  // The number as we read it, while it is typed.
  const grouped = useLookedUp(phone.value ? `${country.value} ${phone.value}` : '', async (signal) => {
    const { readPhoneField } = await import('./read-phone-field.ts');
    // The country follows the number in the field now, not an earlier one.
    if (signal.aborted) return null;
    const isNew = phone.value !== lastRead.current;
    lastRead.current = phone.value;
    return readPhoneField(phone.value ?? '', document.getElementById(country.id), isNew);
  });
  const readBack = <span role="status">{grouped && say(texts.phoneReadBack, { number: grouped })}</span>;
  return (
    <div className="for-phone stack-s">
      <div className="fields-2">
        <SelectField label={say(texts.country)} meta={country}>
          {countries.map(({ code, name, calling }) => (
            <option key={code} value={code}>
              {`${name} (${calling})`}
            </option>
          ))}
        </SelectField>
        <InputField label={say(texts.phone)} note={readBack} type="tel" autoComplete="off" meta={phone} />
      </div>
      {channels.map((channel) => (
        <ChannelHint key={channel} channel={channel} />
      ))}
    </div>
  );
}

/** Null where no consent is asked for. */
const CONSENTS = { email: null, whatsapp: texts.consents.whatsapp, sms: texts.consents.sms } satisfies Record<
  Channel,
  unknown
>;

/** A style sheet hides the hints of the channels that are not chosen. */
function ChannelHint({ channel }: { channel: Channel }) {
  const consent = CONSENTS[channel];
  return consent && <p className={`hint hint-${channel}`}>{say(consent)}</p>;
}
