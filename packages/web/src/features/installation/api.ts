import { installation, type FirstDay, type InstallationBody } from '@campanero/contract/installation/endpoints';
import { LOGO_FILES } from '@campanero/contract/shared/files';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { fileMark } from '../../components/files/file-list.tsx';
import { call } from '../../lib/api.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';
import { upload } from '../../lib/files.ts';
import { installationQuery } from '../../lib/installation.ts';

export const firstDayQuery = () =>
  queryOptions({
    queryKey: ['installation', 'first-day'] as const,
    queryFn: ({ signal }) => call(installation.firstDay, undefined, { signal }),
    staleTime: 0,
  });

function useUpdateInstallationCache() {
  const queryClient = useQueryClient();
  return (facts: Awaited<ReturnType<typeof saveFacts>>) => {
    queryClient.setQueryData(installationQuery().queryKey, facts);
    void queryClient.invalidateQueries({ queryKey: firstDayQuery().queryKey });
  };
}
/** Asks the server what is saved now. */
export function useFreshInstallation() {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...installationQuery(), staleTime: 0 });
}

const saveFacts = (body: InstallationBody) => call(installation.change, { body });

export const useChangeInstallation = () =>
  useMutation({ mutationFn: saveFacts, onSuccess: useUpdateInstallationCache() });

/** The server makes it anew and shrinks it; the shell shows it at once. */
export function useSetLogo() {
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append(LOGO_FILES.field, file);
      return upload(installation.setLogo, { form, idempotencyKey: keyFor(fileMark(file)) });
    },
    onSuccess: useUpdateInstallationCache(),
  });
}

export const useRemoveLogo = () =>
  useMutation({ mutationFn: () => call(installation.removeLogo), onSuccess: useUpdateInstallationCache() });

export function useTestMail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(installation.testMail, undefined, { timeoutMs: 100_000 }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: firstDayQuery().queryKey }),
  });
}

export function useCloseFirstDay() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (closed: boolean) => call(installation.closeFirstDay, { body: { closed } }),
    onSuccess: (day: FirstDay) => queryClient.setQueryData(firstDayQuery().queryKey, day),
  });
}
