import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Tells a screen reader where its owner has come to: a page that scripts exchange is not read out by itself. What opens
 * over a list is a dialog, and says its own name.
 */
export function Arrival() {
  const { pathname, mask } = useLocation();
  const known = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (mask || known.current === pathname) return;
    known.current = pathname;
    setTitle(document.title);
  }, [mask, pathname]);
  return (
    <p className="vh" role="status">
      {title}
    </p>
  );
}
