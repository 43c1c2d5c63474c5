/** A lamp that is on. */
export function LampDrawing() {
  return (
    <svg className="d art-s" viewBox="0 0 160 120" aria-hidden="true">
      <path className="glow" d="M62 44L30 106h100L98 44z" />
      <path className="lit" d="M60.6 12.4Q80 11 99.6 12.2L116 46.4Q80 48.6 44 46.8Z" />
      <path d="M80 47.6V96M60.4 104.4Q80 92.4 99.8 104.2" />
      <path d="M14 107.4Q80 105.6 146 107.2" />
    </svg>
  );
}
