import shapes from './drawings.svg';

/** A letter box. Its shapes are a file that the browser fetches on demand: the error page is in every page's scripts. */
export function LetterBoxDrawing() {
  return (
    <svg className="d art-e" viewBox="0 0 240 130" aria-hidden="true">
      <use href={`${shapes}#letter-box`} />
    </svg>
  );
}
