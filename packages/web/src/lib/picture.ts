import { skipToken, useQuery } from '@tanstack/react-query';
import { usePhotoUrl } from './settings.ts';

/** One's own picture; undefined without one, and until it has come. Its link names this very picture: it is asked for once. */
export function usePicture(): Blob | undefined {
  const link = usePhotoUrl();
  const { data } = useQuery({
    queryKey: ['picture', link],
    queryFn: link ? async ({ signal }) => (await import('./files.ts')).download(link, signal, 'default') : skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    // The initials do as well.
    retry: false,
  });
  return link ? data : undefined;
}
