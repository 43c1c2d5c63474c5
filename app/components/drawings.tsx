/** Decorative drawings, hidden from screen readers. */

/** A page and a pen. */
export function WriteDrawing() {
  return (
    <svg className="d art-s" viewBox="0 0 160 120" aria-hidden="true">
      <path className="p" d="M34 10.6Q76 9 118.4 10.4L119.6 108.4Q76 110.2 33 108.8Z" />
      <path
        className="thin"
        d="M48 30q12-3 20 0t22-.6M48 44q20-2.6 56-.4M48 56q26-2 52-.4M48 68q20-2 56 0M48 80q14-2 28-.4"
      />
      <path className="g" d="M92 86.4L132.4 40.8l8.2 7-40.2 45.8-10.4 4z" />
      <path d="M126.8 47.2l8 7" />
    </svg>
  );
}

/** A sealed envelope. */
export function SealDrawing() {
  return (
    <svg className="d art-s" viewBox="0 0 160 120" aria-hidden="true">
      <path className="p" d="M14.4 22.4Q80 20.6 145.8 22L146.4 104.4Q80 106.4 13.8 104.8Z" />
      <path className="p" d="M14.4 22.4Q50 56 74 70.4Q80 74 86.2 70.2Q114 52 145.8 22" />
      <path className="thin" d="M14.4 104L66 65.4M146 103.6L94.4 65.2" />
      <path
        className="wax"
        d="M92.4 66.2Q93.0 69.0 92.1 71.7Q91.1 74.4 89.8 77.0Q88.4 79.6 85.6 80.4Q82.8 81.3 79.9 81.8Q77.0 82.3 74.7 80.4Q72.4 78.6 70.2 76.7Q68.1 74.8 67.1 71.9Q66.2 69.0 67.5 66.3Q68.9 63.6 70.3 61.1Q71.7 58.5 74.4 57.7Q77.2 56.8 80.1 56.3Q83.0 55.7 85.4 57.4Q87.9 59.1 89.8 61.2Q91.8 63.3 92.4 66.2Z"
      />
      <circle className="wax-line" cx="80" cy="69" r="9.1" strokeWidth="0.8" />
      <path className="wax-line" strokeWidth="1.2" d="M80 67.96v5.7m-2.3 0h4.7" />
      <circle cx="80" cy="64.6" r="1.4" className="wax-dot" />
    </svg>
  );
}
