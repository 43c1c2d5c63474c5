import type { ReactNode } from 'react';

/** A block of code. */
export function Code({ label, children }: { label?: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: screen readers say which call it is for, and it is no set of fields.
    <pre tabIndex={0} role="group" aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}

/** Words as code within a sentence. */
export function codeOf(words: ReactNode): ReactNode {
  return <code>{words}</code>;
}
