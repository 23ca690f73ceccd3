import { skipToken, useQuery } from '@tanstack/react-query';
import { usePhotoUrl } from './settings.ts';

/** The own picture. Its link changes with it, so it is cached for good. */
export function usePicture(): Blob | undefined {
  const link = usePhotoUrl();
  const { data } = useQuery({
    queryKey: ['picture', link],
    queryFn: link ? async ({ signal }) => (await import('./files.ts')).download(link, signal, 'default') : skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return link ? data : undefined;
}
