import type { SubmissionResult } from '@conform-to/react';
import { useState } from 'react';
import type { OwnContent } from '#app/contents/own-content.ts';

/** What the forms that change a content get. */
export interface EditProps {
  own: OwnContent;
  result: SubmissionResult<string[]> | undefined;
  /** The version that was saved since, and that the page shows beside the form. */
  savedVersion: number | undefined;
}

/**
 * The version that this page has shown. Not simply the newest: a page loads its data again after any form on it, also the
 * one of a banner, and what was saved meanwhile would be overwritten unseen.
 */
export function useShownVersion(
  { version }: OwnContent['content'],
  result: EditProps['result'],
  savedVersion: EditProps['savedVersion'],
): number {
  const [first] = useState(version);
  return savedVersion ?? (Number(result?.initialValue?.version) || first);
}
