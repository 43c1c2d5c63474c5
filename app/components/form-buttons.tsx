import { Link } from 'react-router';
import { forms } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';

interface FormButtonsProps {
  submit: string;
  isBusy: boolean;
  /** The target of Cancel. */
  cancelTo: string;
  className?: string;
}

/** The button that sends a form, and Cancel. */
export function FormButtons({ submit, isBusy, cancelTo, className = 'row' }: FormButtonsProps) {
  return (
    <div className={className}>
      <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        {submit}
      </button>
      <Link className="btn btn-quiet" to={cancelTo}>
        {say(forms.cancel)}
      </Link>
    </div>
  );
}
