import type { UserDetail } from '@campanero/contract/users/schemas';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { PageSkeleton } from '../../components/page/page-header.tsx';
import { userQuery } from '../../features/users/api.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { useAddressId } from '../../lib/page.ts';
import { Absent } from './absent.tsx';

interface UserLoaderProps {
  children: (user: UserDetail, reload: () => Promise<UserDetail | undefined>) => ReactNode;
}

/** The user of the address, for the pages that show one. */
export function UserLoader({ children }: UserLoaderProps) {
  const user = useQuery(userQuery(useAddressId()));
  if (user.error instanceof ApiError && user.error.status === 404) return <Absent what="user" />;
  if (user.isPending) return <PageSkeleton />;
  if (user.isError)
    return <ErrorState message={errorText(user.error, LIST_FAILED)} onRetry={() => void user.refetch()} />;
  return children(user.data, async () => (await user.refetch()).data);
}
