import { useEffect, useState } from 'react';
import type { PhoneCountry } from '#services/deliveries/phone.ts';
import { Field } from './field.tsx';
import { controlProps, type FormField } from './use-form.ts';

interface ChannelFieldsProps {
  fields: Record<'delivery_type' | 'phone_country' | 'recipient_phone', FormField>;
  countries: readonly PhoneCountry[];
}

const NAMES = { email: 'Email', whatsapp: 'WhatsApp' } as const;

/** By email or by WhatsApp; what only the latter needs is hidden by a style sheet, so that it works without scripts. */
export function ChannelFields({ fields, countries }: ChannelFieldsProps) {
  const { delivery_type: type, phone_country: country, recipient_phone: phone } = fields;
  const grouped = useGroupedPhone(type.value === 'whatsapp' ? phone.value : undefined, country.value);
  return (
    <>
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
      <div className="for-whatsapp stack-s">
        <div className="fields-2">
          <Field label="Country of the phone" meta={country}>
            <span className="select">
              <select className="control" {...controlProps(country)}>
                {countries.map(({ code, name, calling }) => (
                  <option key={code} value={code}>
                    {name} ({calling})
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
    </>
  );
}

/** The number as it is understood, while it is being typed; what knows all countries is fetched only then. */
function useGroupedPhone(text: string | undefined, country: string | undefined): string | null {
  const [seen, setSeen] = useState<{ of: string; grouped: string | null } | null>(null);
  const of = text ? `${country} ${text}` : '';
  useEffect(() => {
    let isStale = false;
    if (text)
      import('#services/deliveries/phone.ts').then(
        ({ readPhone }) => isStale || setSeen({ of, grouped: readPhone(text, country ?? null)?.grouped ?? null }),
        ignore,
      );
    return () => {
      isStale = true;
    };
  }, [of, text, country]);
  return seen?.of === of ? seen.grouped : null;
}

/** The server reads it as well. */
function ignore(): void {}
