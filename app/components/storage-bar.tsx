import type { ContentType } from '#domain/content/content.ts';
import type { StorageUse } from '#services/contents/storage.ts';
import { inHundredths, megabytesOf, roundedTogether, soldStorage } from './storage-parts.ts';
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
  const left = inHundredths(limit) - total;
  const words = [
    ...entries.map(({ type, size }) => `${NAMES[type].toLowerCase()} ${size}`),
    left < 0 ? `${megabytesOf(-left)} more than fits the plan` : `${megabytesOf(left)} free`,
  ];
  return (
    <div className="storage">
      <p>
        <strong>{megabytesOf(total)}</strong> of {soldStorage(limit)} <span className="soft">on the {plan} plan</span>
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
        {left < 0 && <Beyond from={Math.round((limit / used) * WIDTH)} />}
      </svg>
      <ul className="legend">
        {entries.map(({ type, size }) => (
          <Entry key={type} type={type} size={size} />
        ))}
      </ul>
    </div>
  );
}

/** Where the plan ends, when more than it holds is kept. */
function Beyond({ from }: { from: number }) {
  return (
    <>
      <rect className="t-beyond" x={from} width={WIDTH - from} height="20" />
      <line className="t-limit" x1={from} x2={from} y2="20" />
    </>
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
