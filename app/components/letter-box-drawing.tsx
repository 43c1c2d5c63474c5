/** A letter box. In a file of its own: every page carries it for the day when something is not found. */
export function LetterBoxDrawing() {
  return (
    <svg className="d art-e" viewBox="0 0 240 130" aria-hidden="true">
      <path className="p" d="M66.400 121.600V50Q66.800 18.600 100 18.200Q133.400 18.600 133.600 50V121.200Z" />
      <path d="M60.400 50.400Q100 47.800 139.800 50" />
      <path d="M80.400 63.200Q100 61.800 119.600 63V71.200Q100 72.600 80.400 71.400Z" />
      <path className="thin" d="M86 84.200h28v20H86zM91 91h18M91 97h11" />
      <path d="M12 121.800Q120 119.600 228 121.600" />
      <path className="thin dashy" d="M164 88.400h48v32h-48zM164 88.800l24 18.400 24-18.400" />
      <path className="thin" d="M40 121q-4-9 1-16M45 121q0-8 5-12" />
    </svg>
  );
}
