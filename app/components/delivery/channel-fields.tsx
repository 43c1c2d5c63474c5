import { Field } from '#app/components/field.tsx';
import { controlProps, type FormField } from '#app/components/use-form.ts';
import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import type { PhoneCountry } from '#services/deliveries/phone.ts';

interface ChannelFieldsProps {
  fields: Record<'delivery_type' | 'phone_country' | 'recipient_phone', FormField>;
  channels: readonly Channel[];
  countries: readonly PhoneCountry[];
}

/** What a message by it is called, and what brings it; null where no consent is asked for. */
const CONSENTS: Record<Channel, { message: string; bringer: string } | null> = {
  email: null,
  whatsapp: { message: 'a WhatsApp message', bringer: 'WhatsApp' },
  sms: { message: 'a text message', bringer: 'SMS' },
};
const NAMES: Record<Channel, string> = { email: 'Email', whatsapp: 'WhatsApp', sms: 'SMS' };

/** The channel; a style sheet hides the fields that it does not need, so that it works without scripts. */
export function ChannelFields({ fields, channels, countries }: ChannelFieldsProps) {
  return (
    <>
      <ChannelChoice type={fields.delivery_type} channels={channels} />
      <PhoneFields
        country={fields.phone_country}
        phone={fields.recipient_phone}
        channels={channels}
        countries={countries}
      />
    </>
  );
}

function ChannelChoice({ type, channels }: { type: FormField } & Pick<ChannelFieldsProps, 'channels'>) {
  return (
    <fieldset className={type.errors ? 'field has-error' : 'field'}>
      <legend className="label">Delivery type</legend>
      <div className="choices choices-row">
        {channels.map((value) => (
          <label className="choice" key={value}>
            <input
              type="radio"
              name={type.name}
              value={value}
              defaultChecked={value === type.initialValue}
              aria-describedby={type.errors && type.errorId}
            />
            {NAMES[value]}
          </label>
        ))}
      </div>
      {type.errors && (
        <p className="error" id={type.errorId}>
          {type.errors.join(' ')}
        </p>
      )}
    </fieldset>
  );
}

interface PhoneFieldsProps extends Pick<ChannelFieldsProps, 'channels' | 'countries'> {
  country: FormField;
  phone: FormField;
}

function PhoneFields({ country, phone, channels, countries }: PhoneFieldsProps) {
  // How we read it, while it is being typed.
  const grouped = useLookedUp(phone.value ? `${country.value} ${phone.value}` : '', async (signal) => {
    const { readPhoneField } = await import('./read-phone-field.ts');
    // The country follows the number in the field now, not an earlier one.
    return signal.aborted ? null : readPhoneField(phone.value ?? '', document.getElementById(country.id));
  });
  return (
    <div className="for-phone stack-s">
      <div className="fields-2">
        <Field label="Country code" meta={country}>
          <span className="select">
            <select className="control" {...controlProps(country)}>
              {countries.map(({ code, name, calling }) => (
                <option key={code} value={code}>
                  {`${name} (${calling})`}
                </option>
              ))}
            </select>
          </span>
        </Field>
        <Field
          label="Recipient phone"
          note={<span role="status">{grouped && `We write to ${grouped}.`}</span>}
          meta={phone}
        >
          <input className="control" type="tel" autoComplete="off" {...controlProps(phone)} />
        </Field>
      </div>
      {channels.map((channel) => (
        <ChannelHint key={channel} channel={channel} />
      ))}
    </div>
  );
}

/** A style sheet hides those of the channels that are not chosen. */
function ChannelHint({ channel }: { channel: Channel }) {
  const consent = CONSENTS[channel];
  if (!consent) return null;
  return (
    <p className={`hint hint-${channel}`}>
      {`Please ask them first: they should have agreed to get ${consent.message} from Stillhere. If ${consent.bringer} does not bring it within two days, we send it to their email instead.`}
    </p>
  );
}
