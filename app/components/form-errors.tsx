import type { MouseEvent } from 'react';

/** What is wrong with a form: with all of it, and at which of its fields. */
export interface FormProblems {
  whole: string[];
  /** In the order in which they stand, by the ids of their controls. */
  fields: { id: string; message: string }[];
}

/** One thing is said at its field, where the focus is. More of them do not fit into one look. */
const LISTED_FROM = 2;

/** What is wrong with a form, said at its top: what concerns all of it, and several fields as a list that leads there. */
export function FormErrors({ errors: { whole, fields } }: { errors: FormProblems }) {
  const isList = fields.length + whole.length >= LISTED_FROM && fields.length > 0;
  if (whole.length === 0 && !isList) return null;
  return (
    <div className="problems" role="alert">
      {whole.length > 0 && <p className="error">{whole.join(' ')}</p>}
      {isList && (
        <>
          {whole.length === 0 && <p className="error">{fields.length} things are still to be put right:</p>}
          <ul>
            {fields.map(({ id, message }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={leadTo}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Without going to another address: that would be another page, on which nothing is wrong. */
function leadTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
