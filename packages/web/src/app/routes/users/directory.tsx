import type { DirectoryTrial } from '@campanero/contract/auth/directory';
import { Box } from '@mui/material';
import { useLocation } from 'react-router';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { DirectoryRolesForm, TrialButton } from '../../../features/users/directory-roles.tsx';
import { TrialResult } from '../../../features/users/directory-trial.tsx';
import { paths } from '../../pages.ts';

export function UserDirectoryPage() {
  const { state } = useLocation();
  // Of this app: the page that receives the directory's answer puts it there.
  const trial = (state as { trial?: DirectoryTrial } | null)?.trial;
  return (
    <>
      <PageHeader title="Ingreso con el directorio" action={<TrialButton />} />
      {trial && (
        <Box sx={{ maxWidth: 960 }}>
          <TrialResult trial={trial} />
        </Box>
      )}
      <DirectoryRolesForm cancelTo={paths.users} />
    </>
  );
}
