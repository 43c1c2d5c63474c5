import shapes from './drawings.svg';

/** A letter box. Its shapes are a file: every page carries the drawing for the day when something is not found. */
export function LetterBoxDrawing() {
  return (
    <svg className="d art-e" viewBox="0 0 240 130" aria-hidden="true">
      <use href={`${shapes}#letter-box`} />
    </svg>
  );
}
