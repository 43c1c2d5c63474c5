import shapes from './drawings.svg';

/** An empty shelf. Its shapes are a file that the browser fetches on demand, not a part of the scripts. */
export function EmptyShelfDrawing() {
  return (
    <svg className="d art-e" viewBox="0 0 240 130" aria-hidden="true">
      <use href={`${shapes}#empty-shelf`} />
    </svg>
  );
}
