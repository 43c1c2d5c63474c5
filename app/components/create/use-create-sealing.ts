import { useEffect, useRef, useState } from 'react';
import type { SealHandle, SealView } from './seal-panel.tsx';

type Parts = typeof import('./seal-panel.tsx');

const NOTHING: SealView = { errors: {}, isUnderWay: false, isSaved: false };

/** The choice to seal. Everything that follows from it is loaded when it is made. */
export function useCreateSealing() {
  const [isSealed, setSealed] = useState(false);
  const [view, setView] = useState(NOTHING);
  const [parts, setParts] = useState<Partial<Parts>>({});
  const [isLost, setLost] = useState(false);
  const handle = useRef<SealHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isSealed) return;
    setLost(false);
    import('./seal-panel.tsx').then(setParts, () => setLost(true));
  }, [isSealed]);
  // Pressed before it was loaded.
  const isWanted = useRef(false);
  useEffect(() => {
    if (parts.SealPanel && isWanted.current) handle.current?.seal();
    isWanted.current = false;
  }, [parts]);
  const seal = () => {
    if (handle.current) handle.current.seal();
    else isWanted.current = true;
  };
  return {
    seal,
    isSealed,
    setSealed,
    ...parts,
    isLost,
    view: isSealed ? view : NOTHING,
    given: { handle, place, onView: setView },
  };
}
