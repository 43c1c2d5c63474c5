import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { Glyph } from './glyphs.tsx';
import { TYPE_NAMES } from './type-badge.tsx';

interface TypeChoiceProps {
  chosen: ContentType;
  /** While it is being sent. */
  isFixed: boolean;
  onChoose: (type: ContentType) => void;
}

/** What is it? Five chips; without scripts they are links, because the fields below depend on the answer. */
export function TypeChoice({ chosen, isFixed, onChoose }: TypeChoiceProps) {
  return (
    <fieldset className="field" disabled={isFixed}>
      <legend className="label">What is it?</legend>
      <div className="choices with-scripts">
        {CONTENT_TYPES.map((type) => (
          <label className="choice" key={type}>
            <input type="radio" name="type" value={type} checked={type === chosen} onChange={() => onChoose(type)} />
            <Glyph name={type} />
            <span>{TYPE_NAMES[type]}</span>
          </label>
        ))}
      </div>
      <noscript>
        <div className="choices">
          {CONTENT_TYPES.map((type) => (
            <a
              className="choice"
              key={type}
              href={`/create?type=${type}`}
              aria-current={type === chosen ? 'true' : undefined}
            >
              <Glyph name={type} />
              <span>{TYPE_NAMES[type]}</span>
            </a>
          ))}
        </div>
      </noscript>
    </fieldset>
  );
}
