import { Mark } from '#app/components/glyphs.tsx';
import type { PersonView, State } from '#app/emergency/view.ts';

/** People by initial, name and address, perhaps with what became of something. */
export function People({ people }: { people: readonly PersonView[] }) {
  return (
    <ul className="body lines">
      {people.map(({ name, email, state }) => (
        <li key={`${email} ${state?.words}`} className="person">
          <span className="avatar" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="who">
            <strong>{name}</strong>
            <span>{email}</span>
            {state && <StateMark {...state} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A state, as a word and a shape. */
export function StateMark({ look, sign, words }: State) {
  return (
    <span className={`status ${look}`}>
      <Mark name={sign} />
      {words}
    </span>
  );
}
