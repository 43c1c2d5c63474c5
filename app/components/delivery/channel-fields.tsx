import { Field } from '#app/components/field.tsx';
import { controlProps, type FormField } from '#app/components/use-form.ts';
import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { PhoneCountry } from '#services/deliveries/phone.ts';

interface ChannelFieldsProps {
  fields: Record<'delivery_type' | 'phone_country' | 'recipient_phone', FormField>;
  countries: readonly PhoneCountry[];
}

const NAMES = { email: 'Email', whatsapp: 'WhatsApp' } as const;

/** By email or by WhatsApp; what only the latter needs is hidden by a style sheet, so that it works without scripts. */
export function ChannelFields({ fields, countries }: ChannelFieldsProps) {
  return (
    <>
      <ChannelChoice type={fields.delivery_type} />
      <PhoneFields country={fields.phone_country} phone={fields.recipient_phone} countries={countries} />
    </>
  );
}

function ChannelChoice({ type }: { type: FormField }) {
  return (
    <fieldset className={type.errors ? 'field has-error' : 'field'}>
      <legend className="label">Delivery type</legend>
      <div className="choices choices-row">
        {(['email', 'whatsapp'] as const).map((value) => (
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

interface PhoneFieldsProps extends Pick<ChannelFieldsProps, 'countries'> {
  country: FormField;
  phone: FormField;
}

function PhoneFields({ country, phone, countries }: PhoneFieldsProps) {
  // As it is understood, while it is being typed.
  const grouped = useLookedUp(phone.value ? `${country.value} ${phone.value}` : '', async (signal) => {
    const { readPhoneField } = await import('./read-phone-field.ts');
    // The country is chosen by the number that stands there, not by one that stood there before.
    return signal.aborted ? null : readPhoneField(phone.value ?? '', document.getElementById(country.id));
  });
  return (
    <div className="for-whatsapp stack-s">
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
      <p className="hint">
        Please ask them first: they should have agreed to get a WhatsApp message from Stillhere. If WhatsApp does not
        bring it within two days, we send it to their email instead.
      </p>
    </div>
  );
}
