import { useEffect, useState } from 'react';
import { timeZoneField } from '#messages/en/sign-in-parts.ts';
import { say } from '#messages/say.ts';

/** The choice of a person without scripts, from west to east. Browsers with scripts neither show nor load it. */
const ZONES = import.meta.env.SSR
  ? `
  UTC
  Pacific/Honolulu America/Anchorage America/Los_Angeles America/Denver America/Mexico_City America/Chicago America/Bogota
  America/New_York America/Halifax America/Santiago America/Sao_Paulo Atlantic/Azores Europe/London Europe/Lisbon
  Africa/Lagos Europe/Madrid Europe/Paris Europe/Berlin Europe/Rome Europe/Warsaw Africa/Johannesburg Africa/Cairo
  Europe/Athens Europe/Helsinki Europe/Kyiv Asia/Jerusalem Europe/Istanbul Europe/Moscow Africa/Nairobi Asia/Riyadh
  Asia/Tehran Asia/Dubai Asia/Karachi Asia/Kolkata Asia/Kathmandu Asia/Dhaka Asia/Bangkok Asia/Jakarta Asia/Shanghai
  Asia/Singapore Australia/Perth Asia/Seoul Asia/Tokyo Australia/Adelaide Australia/Sydney Pacific/Auckland
`
      .trim()
      .split(/\s+/)
  : [];

/** The browser's time zone as a hidden field; without scripts a person chooses it. */
export function TimeZoneField({ name }: { name: string }) {
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return (
    <>
      {zone && <input type="hidden" name={name} value={zone} />}
      <noscript>
        <div className="field">
          <label htmlFor="time-zone">{say(timeZoneField.label)}</label>
          <p className="hint" id="time-zone-hint">
            {say(timeZoneField.hint)}
          </p>
          <span className="select">
            <select className="control" id="time-zone" name={name} aria-describedby="time-zone-hint">
              {ZONES.map((one) => (
                <option key={one} value={one}>
                  {one.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </span>
        </div>
      </noscript>
    </>
  );
}
