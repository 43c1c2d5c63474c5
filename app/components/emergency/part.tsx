import type { ReactNode } from 'react';

interface PartProps {
  id: string;
  name: string;
  /** Shown below the name. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of the page, with its name beside it. */
export function Part({ id, name, aside, children }: PartProps) {
  return (
    <section className="spread" aria-labelledby={`h-${id}`} id={id}>
      <div className="aside">
        <h2 id={`h-${id}`}>{name}</h2>
        {aside && <p>{aside}</p>}
      </div>
      {children}
    </section>
  );
}
