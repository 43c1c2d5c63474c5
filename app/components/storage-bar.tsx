import { type ContentType, GIGABYTE, inMegabytes, MEGABYTE } from '#domain/content/content.ts';
import type { StorageUse } from '#services/contents/queries.ts';
import { TYPE_NAMES } from './type-badge.tsx';

const WIDTH = 1000;
const GAP = 1.5;
/** What is there is seen, however small it is. */
const MIN_WIDTH = 2.5;
/** The largest first, as it usually is. */
const ORDER: readonly ContentType[] = ['video', 'image', 'audio', 'file', 'text'];

/** How full a vault is, by type; what is on its way in counts. */
export function StorageBar({ storage: { plan, limit, used, byType } }: { storage: StorageUse }) {
  const kept = ORDER.map((type) => ({ type, bytes: byType.find((one) => one.type === type)?.bytes ?? 0 })).filter(
    ({ bytes }) => bytes > 0,
  );
  const coming = used - kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const words = [
    ...kept.map(({ type, bytes }) => `${TYPE_NAMES[type].toLowerCase()} ${inStorage(bytes)}`),
    ...(coming > 0 ? [`on its way in ${inStorage(coming)}`] : []),
    `${inStorage(Math.max(0, limit - used))} free`,
  ];
  return (
    <div className="storage">
      <p>
        <strong>{inStorage(used)}</strong> of {wholeStorage(limit)} <span className="soft">on the {plan} plan</span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} 20`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Storage: ${words.join(', ')}`}
      >
        {partsOf(
          [...kept, ...(coming > 0 ? [{ type: 'coming' as const, bytes: coming }] : [])],
          Math.max(limit, used),
        ).map(({ type, x, width }) => (
          <rect key={type} className={`t-${type}`} x={x} width={width} height="20" />
        ))}
      </svg>
      <ul className="legend">
        {kept.map(({ type, bytes }) => (
          <Entry key={type} sign={type} name={TYPE_NAMES[type]} bytes={bytes} />
        ))}
        {coming > 0 && <Entry sign="coming" name="On its way in" bytes={coming} />}
      </ul>
    </div>
  );
}

function Entry({ sign, name, bytes }: { sign: ContentType | 'coming'; name: string; bytes: number }) {
  return (
    <li>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <rect className={`t-${sign}`} width="12" height="12" />
      </svg>
      {name} <span>{inStorage(bytes)}</span>
    </li>
  );
}

interface Part {
  type: ContentType | 'coming';
  bytes: number;
}

function partsOf(parts: readonly Part[], whole: number): (Part & { x: number; width: number })[] {
  let x = 0;
  return parts.map((part) => {
    const width = Math.max(MIN_WIDTH, Math.round((part.bytes / whole) * WIDTH * 10) / 10);
    const placed = { ...part, x, width };
    x = Math.round((x + width + GAP) * 10) / 10;
    return placed;
  });
}

/** @returns "12.40 MB", and "3.21 GB" from there on */
function inStorage(bytes: number): string {
  return bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(2)} GB` : inMegabytes(bytes);
}

/** @returns what a plan allows, as it is sold: "50 MB", "10 GB" */
function wholeStorage(bytes: number): string {
  return bytes >= GIGABYTE ? `${bytes / GIGABYTE} GB` : `${bytes / MEGABYTE} MB`;
}
