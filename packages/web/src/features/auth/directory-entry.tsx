import { directory } from '@campanero/contract/auth/directory';
import { Button, Divider } from '@mui/material';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { IconBuilding } from '../../components/icons.ts';
import { Faint, Stacked } from '../../components/layout.tsx';
import { readDirectoryName } from '../../lib/browser/page-facts.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { errorText } from '../../lib/errors.ts';
import { rememberPage } from './directory-return.ts';

export const DIRECTORY_FAILED = 'No fue posible abrir el ingreso de la ciudad, por favor inténtelo de nuevo.';

/** Leads to the city's directory; nothing where there is none. */
export function DirectoryEntry({ isOnly = false }: { isOnly?: boolean }) {
  const [name] = useState(readDirectoryName);
  const { state } = useLocation();
  // Stays pending: the page is left.
  const [isLeaving, setLeaving] = useState(false);
  const begin = useEndpointMutation(directory.begin, {
    onSuccess: ({ address }) => {
      rememberPage(state);
      setLeaving(true);
      window.location.assign(address);
    },
  });
  if (!name) return null;
  return (
    <Stacked sx={{ mt: isOnly ? 0 : 5 }}>
      {!isOnly && (
        <Divider>
          <Faint component="span">o</Faint>
        </Divider>
      )}
      <RefusalNote>{begin.error ? errorText(begin.error, DIRECTORY_FAILED) : undefined}</RefusalNote>
      <Button
        size="large"
        fullWidth
        variant={isOnly ? 'contained' : 'outlined'}
        startIcon={<IconBuilding size={18} stroke={1.75} aria-hidden />}
        disabled={begin.isPending || isLeaving}
        onClick={() => begin.mutate()}
      >
        {begin.isPending || isLeaving ? 'Abriendo…' : `Entrar con ${name}`}
      </Button>
    </Stacked>
  );
}
