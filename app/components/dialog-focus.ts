import { useEffect, useRef } from 'react';

/**
 * Focuses the heading of the list (`data-list`), else of the page, after an item and the question about it were removed.
 * Otherwise a keyboard would start at the top of the page again.
 * @param isUnderWay whether the form of the question is being sent
 */
export function useFocusAfterDeletion(isUnderWay: boolean): void {
  const wasUnderWay = useRef(false);
  useEffect(() => {
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay]);
  // When this is cleaned up, the next page is there.
  useEffect(() => () => void (wasUnderWay.current && focusHeading()), []);
}

function focusHeading(): void {
  const main = document.querySelector('main');
  const heading = main?.querySelector<HTMLElement>('[data-list]') ?? main?.querySelector<HTMLElement>('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
