import { inHundredths, megabytesOf, roundedTogether, soldStorage } from '#app/plans/storage-parts.ts';
import type { ContentType } from '#domain/content/content.ts';
import { storageBar } from '#messages/en/content-list.ts';
import { listFormat } from '#messages/formatters.ts';
import { say, sayRich } from '#messages/say.ts';
import type { StorageUse } from '#services/contents/storage.ts';

const WIDTH = 1000;
const GAP = 1.5;
/** A small part must be visible. */
const MIN_WIDTH = 2.5;
/** The type that is usually largest comes first. */
const ORDER: readonly ContentType[] = ['video', 'image', 'audio', 'file', 'text'];

interface Part {
  type: ContentType | 'coming';
  bytes: number;
}

/** How full a vault is, by type. Uploads that are under way count. */
export function StorageBar({ storage: { plan, limit, used, byType } }: { storage: StorageUse }) {
  const kept: Part[] = ORDER.map((type) => ({ type, bytes: byType.find((one) => one.type === type)?.bytes ?? 0 }));
  const coming = used - kept.reduce((sum, { bytes }) => sum + bytes, 0);
  const all = [...kept, { type: 'coming' as const, bytes: coming }].filter(({ bytes }) => bytes > 0);
  const { parts, total } = roundedTogether(all.map(({ bytes }) => bytes));
  const entries = all.map(({ type }, index) => ({ type, size: megabytesOf(parts[index] ?? 0) }));
  const left = inHundredths(limit) - total;
  return (
    <div className="storage">
      <p>
        {sayRich(storageBar.used, {
          used: megabytesOf(total),
          limit: soldStorage(limit),
          plan,
          strong: (children) => <strong>{children}</strong>,
          soft: (children) => <span className="soft">{children}</span>,
        })}
      </p>
      <svg viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" role="img" aria-label={labelOf(entries, left)}>
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

/** The limit of the plan, where the vault holds more. */
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
      {say(storageBar.names[type])} <span>{size}</span>
    </li>
  );
}

/**
 * @param left hundredths of a megabyte; negative beyond the plan
 * @returns "Storage: text 0.01 MB, 49.99 MB free"
 */
function labelOf(entries: readonly { type: Part['type']; size: string }[], left: number): string {
  const rest = megabytesOf(Math.abs(left));
  const texts = [
    ...entries.map(({ type, size }) => say(storageBar.parts[type], { size })),
    say(left < 0 ? storageBar.beyond : storageBar.free, { size: rest }),
  ];
  const parts = listFormat({ type: 'unit' }).format(texts);
  return say(storageBar.label, { parts });
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
