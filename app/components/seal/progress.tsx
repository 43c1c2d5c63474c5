import { type Pace, paceWords, sentWords } from '#app/components/upload/send.ts';
import { sealSteps as texts } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';

interface SealProgressProps {
  what: 'sealing' | 'saving';
  /** Null before anything is done. */
  pace: Pace | null;
  /** In bytes. */
  size: number;
  onCancel?: () => void;
}

/** How far it is: in bytes, how fast, and how long still. Screen readers hear the beginning and the half. */
export function SealProgress({ what, pace, size, onCancel }: SealProgressProps) {
  const done = pace?.sent ?? 0;
  const label = say(texts[what].progress);
  const news = done >= size / 2 ? say(texts[what].half) : label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="progress" role="group" aria-label={label}>
      <div className="line">
        <strong>{label}</strong>
        {onCancel && (
          <button className="btn btn-quiet" type="button" onClick={onCancel}>
            {say(texts.sealing.cancel)}
          </button>
        )}
      </div>
      <progress value={done} max={Math.max(1, size)} aria-label={label} />
      <div className="foot-row">
        <span>{sentWords(done, size)}</span>
        <span>{pace && done < size && paceWords(pace, size)}</span>
      </div>
      <p className="vh" role="status">
        {news}
      </p>
    </div>
  );
}
