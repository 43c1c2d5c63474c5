import type { MouseEvent } from 'react';
import { wallTimeAt } from '#app/deliveries/wall-time.ts';
import { YEAR } from '#domain/time/durations.ts';
import { placeOf } from '#domain/time/written.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { zoneOffer } from '#messages/en/zone-offer.ts';
import { say } from '#messages/say.ts';
import type { TextMeta } from './field.tsx';

/**
 * Says where the browser is, with a button that chooses its zone; nothing where both zones show the same time. Only for
 * browsers: it loads after the page.
 */
export function ZoneOffer({ meta }: { meta: TextMeta }) {
  const zone = presentName(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const { name, initialValue = 'UTC', value, formId } = meta;
  if (value === zone || hasSameClocks(zone, initialValue)) return null;
  const place = placeOf(zone);
  const choose = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const field = currentTarget.form?.querySelector<HTMLSelectElement>(`[name=${name}]`);
    if (!field) return;
    field.value = zone;
    // As choosing would: forms listen to it.
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  };
  return (
    <span className="hint zone-offer">
      {say(zoneOffer.where, { place })}{' '}
      <button className="text-act" type="button" form={formId} onClick={choose}>
        {say(zoneOffer.use, { place })}
      </button>
    </span>
  );
}

/** In summer and in winter. */
function hasSameClocks(a: string, b: string): boolean {
  return [0, YEAR / 2].every((ahead) => {
    const instant = new Date(Date.now() + ahead);
    return wallTimeAt(instant, a) === wallTimeAt(instant, b);
  });
}
