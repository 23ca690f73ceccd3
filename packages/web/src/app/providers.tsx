import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider, Global } from '@emotion/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChosenLanguage } from '../i18n/i18n.ts';
import { readNonce } from '../lib/browser/page-facts.ts';
import { useDocumentDirection, useMirrored } from '../theme/direction.ts';
import { AppTheme } from '../theme/theme-provider.tsx';

/** All style elements carry the nonce that the content security policy asks for. */
export function createStyleCache(): EmotionCache {
  const nonce = readNonce();
  return createCache({ key: 'css', ...(nonce && { nonce }) });
}

type ProvidersProps = { queryClient: QueryClient; styleCache: EmotionCache; children: ReactNode };

export function Providers({ queryClient, styleCache, children }: ProvidersProps) {
  useDocumentDirection();
  useChosenLanguage();
  const mirrored = useMirrored();
  return (
    <CacheProvider value={mirrored?.cache ?? styleCache}>
      {mirrored && <Global styles={mirrored.page} />}
      <QueryClientProvider client={queryClient}>
        <AppTheme>{children}</AppTheme>
      </QueryClientProvider>
    </CacheProvider>
  );
}
