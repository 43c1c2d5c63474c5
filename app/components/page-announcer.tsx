import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Announces the title of a new page to screen readers: browsers do not read out a page that scripts exchange. What opens
 * over a list is a dialog, and announces itself.
 */
export function PageAnnouncer() {
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
