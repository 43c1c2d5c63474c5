import type { LineView } from '#app/emergency/line.ts';
import type { Shapes } from '#app/emergency/line-shapes.ts';

interface LineSectionProps {
  line: LineView;
  /** What became of the warnings, where it matters. */
  trouble: string | null;
}

/** What would happen, and when: in one sentence and as a line. While something is missing, without dates. */
export function LineSection({ line, trouble }: LineSectionProps) {
  return (
    <section className={line.isUndated ? 'line-sec nr-line' : 'line-sec'} aria-labelledby="h-line">
      <div className="stack-s">
        <div className="row between">
          <h2 id="h-line">{line.heading}</h2>
          <p className="small soft">{line.scale}</p>
        </div>
        {!line.isUndated && <p aria-live="polite">{line.sentence}</p>}
        {line.people.length > 0 && (
          <ul className="small soft">
            {line.people.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
        {trouble && <p className="note is-warn">{trouble}</p>}
      </div>
      <div className="stages">
        <Scale className="scale scale-wide" viewBox="0 0 1120 162" label={line.label} shapes={line.wide} />
        <Scale className="scale scale-tall" viewBox="0 0 56 640" label={line.label} shapes={line.tall} />
        <ol>
          {line.stages.map(({ name, date, what, isNow }) => (
            <li key={name} className={isNow ? 'stage is-now' : 'stage'} aria-current={isNow ? 'step' : undefined}>
              <span className="name">{name}</span>
              <span className="date">{date}</span>
              <span className="what">{what}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

interface ScaleProps {
  className: string;
  viewBox: string;
  label: string;
  shapes: Shapes;
}

/** The line: once for a wide screen, once for a phone. */
function Scale({ className, viewBox, label, shapes: { paths, dots, letter, texts } }: ScaleProps) {
  return (
    <svg className={className} viewBox={viewBox} role="img" aria-label={label}>
      {paths.map(({ look, d }) => (
        <path key={look} className={`ln ${look}`} d={d} />
      ))}
      {dots.map(({ look, ...dot }) => (
        <circle key={`${look} ${dot.cx} ${dot.cy}`} className={look} {...dot} />
      ))}
      {letter && (
        <g className="d" transform={letter}>
          <path className="p" d="M0 .4h19v14H0z" />
          <path d="M.4.8L9.5 8 18.6.8" />
        </g>
      )}
      {texts.map(({ look, anchor, words, ...place }) => (
        <text key={look} className={look} textAnchor={anchor} {...place}>
          {words}
        </text>
      ))}
    </svg>
  );
}
