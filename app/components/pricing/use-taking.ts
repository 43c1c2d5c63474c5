import { type FormEvent, useEffect, useState } from 'react';

/**
 * What was chosen in the form of the plans while the browser is on its way. The form leads off our pages, so the browser
 * sends it, not the router.
 * @returns the value of the pressed button; null before one is pressed
 */
export function useTaking() {
  const [taken, setTaken] = useState<string | null>(null);
  // Whoever comes back from the payment page finds the page as they left it, in the browser's own memory.
  useEffect(() => {
    const free = () => setTaken(null);
    addEventListener('pageshow', free);
    return () => removeEventListener('pageshow', free);
  }, []);
  const onSubmit = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (taken !== null) event.preventDefault();
    else setTaken((submitter as HTMLButtonElement | null)?.value ?? '');
  };
  return { taken, onSubmit };
}
