import { useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * A place beside the page that screen readers hear also while a dialog is open. A modal dialog marks everything beside itself
 * `aria-hidden`, live regions too: a message said meanwhile would be seen and never read aloud (WCAG 4.1.3).
 */
export function NeverHidden({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    const show = () => place.removeAttribute('aria-hidden');
    const watch = new MutationObserver(show);
    watch.observe(place, { attributeFilter: ['aria-hidden'] });
    document.body.append(place);
    return () => {
      watch.disconnect();
      place.remove();
      show();
    };
  }, [place]);
  return createPortal(children, place);
}
