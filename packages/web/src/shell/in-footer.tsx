import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from '../lib/external-store.ts';
import { PartTheme } from '../theme/theme-provider.tsx';
import { footerPlace } from './footer-place.ts';

/** While a page shows this, the footer tells it instead of the product's name and the session's end (design 7). */
export function InFooter({ children }: { children: ReactNode }) {
  const place = useStore(footerPlace);
  return place && createPortal(<PartTheme part="footer">{children}</PartTheme>, place);
}
