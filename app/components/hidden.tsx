import type { ReactNode } from 'react';

/** For a tag of a message: text for screen readers only, such as the name of the file that a button is about. */
export function hidden(children: ReactNode[]) {
  return <span className="vh">{children}</span>;
}
