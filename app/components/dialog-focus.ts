import { useEffect, useRef } from 'react';

/**
 * Brings the focus to the heading of the list (one that is marked `data-list`), else of the page, when something was
 * deleted together with the question about it: otherwise it would be nowhere, and a keyboard begin at the top again.
 * @param isUnderWay whether the answer to the question is being sent
 */
export function useFocusAfterDeletion(isUnderWay: boolean): void {
  const wasUnderWay = useRef(false);
  useEffect(() => {
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay]);
  // By the time this is cleaned up, what comes after it stands.
  useEffect(() => () => void (wasUnderWay.current && focusHeading()), []);
}

function focusHeading(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector<HTMLElement>('[data-list]') ?? main?.querySelector<HTMLElement>('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
