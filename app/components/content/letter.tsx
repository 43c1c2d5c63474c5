import { Fragment } from 'react';
import { paragraphsOf } from '#app/components/letter-paragraphs.ts';

/** A text set like a letter. */
export function Letter({ text }: { text: string }) {
  return (
    <div className="letter">
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
