import { type ContentType, GIGABYTE, MEGABYTE } from '#domain/content/content.ts';
import type { StorageUse } from '#services/contents/queries.ts';
import { inHundredths, megabytesOf, roundedTogether } from './storage-parts.ts';
import { TYPE_NAMES } from './type-badge.tsx';

const WIDTH = 1000;
const GAP = 1.5;
/** What is there is seen, however small it is. */
const MIN_WIDTH = 2.5;
/** The largest first, as it usually is. */
const ORDER: readonly ContentType[] = ['video', 'image', 'audio', 'file', 'text'];

const NAMES = { ...TYPE_NAMES, coming: 'On its way in' };

interface Part {
  type: ContentType | 'coming';
  bytes: number;
}

/** How full a vault is, by type; what is on its way in counts. */
export function StorageBar({ storage: { plan, limit, used, byType } }: { storage: StorageUse }) {
  const kept: Part[] = ORDER.map((type) => ({ type, bytes: byType.find((one) => one.type === type)?.bytes ?? 0 }));
  const coming = used - kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const all = [...kept, { type: 'coming' as const, bytes: coming }].filter(({ bytes }) => bytes > 0);
  const { parts, total } = roundedTogether(all.map(({ bytes }) => bytes));
  const entries = all.map(({ type }, index) => ({ type, size: megabytesOf(parts[index] ?? 0) }));
  const words = [
    ...entries.map(({ type, size }) => `${NAMES[type].toLowerCase()} ${size}`),
    `${megabytesOf(Math.max(0, inHundredths(limit) - total))} free`,
  ];
  return (
    <div className="storage">
      <p>
        <strong>{megabytesOf(total)}</strong> of {wholeStorage(limit)} <span className="soft">on the {plan} plan</span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} 20`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Storage: ${words.join(', ')}`}
      >
        {partsOf(all, Math.max(limit, used)).map(({ type, x, width }) => (
          <rect key={type} className={`t-${type}`} x={x} width={width} height="20" />
        ))}
      </svg>
      <ul className="legend">
        {entries.map(({ type, size }) => (
          <Entry key={type} type={type} size={size} />
        ))}
      </ul>
    </div>
  );
}

function Entry({ type, size }: { type: Part['type']; size: string }) {
  return (
    <li>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <rect className={`t-${type}`} width="12" height="12" />
      </svg>
      {NAMES[type]} <span>{size}</span>
    </li>
  );
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

/** @returns what a plan allows, as it is sold: "50 MB", "10 GB" */
function wholeStorage(bytes: number): string {
  return bytes >= GIGABYTE ? `${bytes / GIGABYTE} GB` : `${bytes / MEGABYTE} MB`;
}
