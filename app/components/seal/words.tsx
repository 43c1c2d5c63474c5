import { Glyph } from '#app/components/glyphs.tsx';
import type { SealedParcel } from '#app/sealed/sealing/orders.ts';
import { sealSteps } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';

import { ParcelNumber } from './papers.tsx';
import type { Printed } from './sealing.tsx';
import { Lost } from './terms.tsx';

const texts = sealSteps.words;

interface WordsStepProps {
  parcel: SealedParcel;
  printed: Printed;
  onNext: () => void;
}

/** The six words, on the page and as a page to print. They are in no address and in no field. */
export function WordsStep({ parcel: { words, number }, printed: { owner, day }, onNext }: WordsStepProps) {
  return (
    <>
      <div className="print-only stack-s">
        <h2>{say(texts.list)}</h2>
        <p>{say(texts.sheet, { owner, day, host: location.host })}</p>
      </div>
      <ol className="words" aria-label={say(texts.list)}>
        {words.map((word, place) => (
          <li key={place}>
            <span className="word">{word}</span>
          </li>
        ))}
      </ol>
      <p className="hint">
        <ParcelNumber message={texts.number} number={number} />
      </p>
      <div className="row no-print">
        <button className="btn btn-secondary" type="button" onClick={() => print()}>
          <Glyph name="print" />
          {say(texts.print)}
        </button>
      </div>
      <ul className="ticks small no-print">
        <li>{say(texts.paper)}</li>
        <li>{say(texts.give)}</li>
      </ul>
      <Lost />
      <div className="row create-acts no-print">
        <button className="btn btn-primary" type="button" onClick={onNext}>
          {say(texts.next)}
        </button>
      </div>
    </>
  );
}
