import { Fragment } from 'react';
import { paragraphsOf } from '#domain/content/letter-paragraphs.ts';

interface LetterProps {
  text: string;
  /** Empty where the page does not know the letter's language. */
  lang?: string;
}

/** A text set like a letter. */
export function Letter({ text, lang }: LetterProps) {
  return (
    <div className="letter" lang={lang}>
      {paragraphsOf(text).map(({ kind, lines }, index) => (
        <p key={index} className={kind || undefined} dir="auto">
          {lines.map((line, n) => (
            <Fragment key={n}>
              {n > 0 && <br />}
              {line}
            </Fragment>
          ))}
        </p>
      ))}
    </div>
  );
}
