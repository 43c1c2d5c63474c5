import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { createPage } from '#messages/en/create.ts';
import { say } from '#messages/say.ts';
import { Glyph } from './glyphs.tsx';
import { typeName } from './type-badge.tsx';

interface TypeChoiceProps {
  chosen: ContentType;
  /** While the form is being sent. */
  isFixed: boolean;
  onChoose: (type: ContentType) => void;
}

/** The choice of a type. Without scripts each is a link, because the fields below depend on it. */
export function TypeChoice({ chosen, isFixed, onChoose }: TypeChoiceProps) {
  return (
    <fieldset className="field" disabled={isFixed}>
      <legend className="label">{say(createPage.type)}</legend>
      <div className="choices with-scripts">
        {CONTENT_TYPES.map((type) => (
          <label className="choice" key={type}>
            <input type="radio" name="type" value={type} checked={type === chosen} onChange={() => onChoose(type)} />
            <Glyph name={type} />
            <span>{typeName(type)}</span>
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
              <span>{typeName(type)}</span>
            </a>
          ))}
        </div>
      </noscript>
    </fieldset>
  );
}
