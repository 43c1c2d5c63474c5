/** An empty shelf. */
export function EmptyShelfDrawing() {
  return (
    <svg className="d art-e" viewBox="0 0 240 130" aria-hidden="true">
      <path d="M8 112.6Q120 110 232.4 112.2M8 119.4Q120 117 232.4 119" />
      <path d="M34 119.6v9M206 119.4v9" />
      <path className="p" d="M30.4 111.8V44Q42 42.4 53.6 43.8V111.4M53.8 111.4V56.6Q62 55.6 70.4 56.4V111" />
      <path className="thin" d="M35 56h14M35 98h14M58.6 66h7" />
      <path className="p" d="M71.4 110.8L88.4 38.6l18.2 4.4L90 111" />
      <path className="thin dashy" d="M128 110.8V52.4q36-1.6 72.4 0V110.6M128.4 53l36 28 35.6-28.2" />
    </svg>
  );
}
