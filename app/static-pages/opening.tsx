/** The answer of an address that opens a sealed item. */
import scripts from 'virtual:sealed-scripts';
import type { Provider } from '#app/middleware/context.ts';
import type { OpeningConfig } from '#app/sealed/opening/protocol.ts';
import { numberOf } from '#app/sealed/parcel.ts';
import { plainDate } from '#messages/dates.ts';
import { formatLocale } from '#messages/say.ts';
import type { SealedParts } from '#services/contents/parcels.ts';
import { oneLine } from '#services/mails/words.ts';
import { type OpeningWay, OpenSealedPage, type Sent } from './open-sealed-page.tsx';
import { openingResponse } from './rendered-response.tsx';

interface Opening {
  parcel: SealedParts;
  ways: readonly OpeningWay[];
  sent: Sent | null;
  timeZone: string;
  /** Where the script and the person get the parts of it. */
  addresses: { parcel: string; content: string; archive: string };
}

/** @returns the page that opens a sealed item */
export function openingPage(context: Provider, { parcel, ways, sent, timeZone, addresses }: Opening): Response {
  const label = oneLine(parcel.label);
  const { page, worker, camera } = scripts;
  const { parcel: parts, content } = addresses;
  const number = numberOf(parcel.key);
  const config: OpeningConfig = { parcel: parts, content, worker, camera, label, number, locale: formatLocale() };
  const shown = (
    <OpenSealedPage
      config={JSON.stringify(config)}
      sent={sent}
      label={label}
      sealedOn={plainDate(parcel.createdAt, timeZone)}
      number={number}
      ways={ways}
      size={parcel.size}
      parcelHref={addresses.archive}
    />
  );
  return openingResponse(context, shown, page);
}
