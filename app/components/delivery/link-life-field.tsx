import { SelectField, type TextMeta } from '#app/components/field.tsx';
import { lifeWords } from '#app/deliveries/link-life-words.ts';
import { LINK_LIVES, linkLifeValue } from '#domain/delivery/link-life.ts';
import { linkLife as texts } from '#messages/en/link-life.ts';
import { say } from '#messages/say.ts';

/** How long the link in the message works. */
export function LinkLifeField({ meta }: { meta: TextMeta }) {
  return (
    <SelectField label={say(texts.label)} hint={say(texts.hint)} meta={meta}>
      {LINK_LIVES.map((years) => (
        <option key={linkLifeValue(years)} value={linkLifeValue(years)}>
          {years === null ? say(texts.endlessChoice) : lifeWords(years)}
        </option>
      ))}
    </SelectField>
  );
}
