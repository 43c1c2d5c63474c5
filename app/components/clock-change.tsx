/** What a person is told when the clocks change at the very hour they chose. */
const WORDS = {
  gap: 'The clocks go forward at the hour you chose, so that it does not exist on that day. We took the hour that follows; you see it in the list.',
  overlap: 'The clocks go back at the hour you chose, so that it comes twice on that day. We took the first.',
} as const;

export type ClockChangeKind = keyof typeof WORDS;

export function isClockChange(value: string | null): value is ClockChangeKind {
  return value !== null && Object.hasOwn(WORDS, value);
}

export function ClockChange({ kind }: { kind: ClockChangeKind }) {
  return (
    <p className="note is-warn" role="status">
      {WORDS[kind]}
    </p>
  );
}
