/**
 * The Enter key presses the first button of a form. Put this first in a form that has buttons which mean something else.
 * @param label the words of the button that sends the form
 */
export function EnterButton({ label }: { label: string }) {
  return (
    <button className="vh" type="submit" tabIndex={-1} aria-hidden="true">
      {label}
    </button>
  );
}
