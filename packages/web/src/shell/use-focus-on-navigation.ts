import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * A new page without a page load: keyboard and screen reader start again at its content. Not on the first one,
 * where the browser's own order begins, and not when only filters in the address change.
 */
export function useFocusOnNavigation() {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
