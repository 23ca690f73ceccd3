import { directory } from '@campanero/contract/auth/directory';
import { Button } from '@mui/material';
import { useState } from 'react';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { IconBuilding } from '../../components/icons.ts';
import { Muted } from '../../components/layout.tsx';
import { readDirectoryName } from '../../lib/browser/page-facts.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { errorText } from '../../lib/errors.ts';
import { DIRECTORY_FAILED } from './directory-entry.tsx';

/** Opens the directory in a window of its own, so that the page with what was typed stays. That window tells this one (noteIdentityProved). */
export function DirectoryConfirm() {
  const [name] = useState(readDirectoryName);
  const begin = useEndpointMutation(directory.beginConfirm, { gcTime: 0 });
  const open = () => {
    // Opened at once: after an answer browsers would block it.
    const other = window.open('', '_blank', 'popup,width=520,height=680');
    begin.mutate(undefined, {
      onSuccess: ({ address }) => (other ? other.location.replace(address) : window.location.assign(address)),
      onError: () => other?.close(),
    });
  };
  return (
    <>
      <RefusalNote>{begin.error ? errorText(begin.error, DIRECTORY_FAILED) : undefined}</RefusalNote>
      <Button
        fullWidth
        startIcon={<IconBuilding size={18} stroke={1.75} aria-hidden />}
        onClick={open}
        disabled={begin.isPending}
      >
        {begin.isPending ? 'Abriendo…' : `Confirmar con ${name ?? 'el directorio'}`}
      </Button>
      {begin.isSuccess && (
        <Muted role="status">Siga en la ventana que se abrió. Al terminar, esta página continúa.</Muted>
      )}
    </>
  );
}
