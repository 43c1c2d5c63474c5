import { formFallback } from '#messages/en/form-fallback.ts';
import { say } from '#messages/say.ts';

/** On pages that do not run the application: app/visitor-script.ts shows it when we cannot be reached. */
export function LostLine() {
  return (
    <p className="note" role="alert" data-lost-line hidden>
      {say(formFallback.lost)}
    </p>
  );
}
