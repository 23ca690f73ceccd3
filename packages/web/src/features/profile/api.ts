import { profile } from '@campanero/contract/profile/endpoints';
import { PICTURE_FILES } from '@campanero/contract/shared/files';
import { useMutation } from '@tanstack/react-query';
import { fileMark } from '../../components/files/file-list.tsx';
import { call } from '../../lib/api.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';
import { upload } from '../../lib/files.ts';
import { applyPhotoUrl } from '../../lib/settings.ts';

/** The server cuts, shrinks and keeps it; the shell shows it at once. */
export function useSetPicture() {
  const keyFor = useAttemptKey();
  return useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append(PICTURE_FILES.field, file);
      return upload(profile.setPicture, { form, idempotencyKey: keyFor(fileMark(file)) });
    },
    onSuccess: ({ photoURL }) => applyPhotoUrl(photoURL),
  });
}

export const useRemovePicture = () =>
  useMutation({
    mutationFn: () => call(profile.removePicture),
    onSuccess: () => applyPhotoUrl(null),
  });
