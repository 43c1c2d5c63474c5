const STEP = 5;
const BAR = 2.4;
const HEIGHT = 48;
const MAX_BAR = 44;
const MIN_BAR = 2;

interface WaveformProps {
  /** The loudness from beginning to end, each 0 to 255. */
  peaks: readonly number[];
  /** The maximum of bars. */
  bars?: number;
  /** The part that was played, 0 to 1. */
  heard?: number;
}

/** The waveform of a recording, beside a text that says the same: hidden from screen readers. */
export function Waveform({ peaks, bars = 40, heard = 0 }: WaveformProps) {
  const drawn = loudest(peaks, bars);
  const heardBars = Math.round(heard * drawn.length);
  return (
    <svg
      className="waveform"
      viewBox={`0 0 ${Math.max(1, drawn.length) * STEP - STEP + BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="wave-on" d={drawn.slice(0, heardBars).map(bar).join('')} />
      <path
        className="wave-off"
        d={drawn
          .slice(heardBars)
          .map((peak, index) => bar(peak, heardBars + index))
          .join('')}
      />
    </svg>
  );
}

/** A bar with round ends, as a part of a path: a hundred of them are one element. */
function bar(peak: number, index: number): string {
  const height = Math.max(MIN_BAR, (peak / 255) * MAX_BAR);
  const r = Math.min(BAR, height) / 2;
  const top = (HEIGHT - height) / 2 + r;
  const long = height - 2 * r;
  const x = index * STEP;
  return `M${x} ${round(top)}a${r} ${round(r)} 0 0 1 ${BAR} 0v${round(long)}a${r} ${round(r)} 0 0 1 ${-BAR} 0z`;
}

function loudest(peaks: readonly number[], bars: number): number[] {
  if (peaks.length <= bars) return [...peaks];
  return Array.from({ length: bars }, (_, index) => {
    const from = Math.floor((index * peaks.length) / bars);
    const to = Math.floor(((index + 1) * peaks.length) / bars);
    return Math.max(...peaks.slice(from, to));
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
