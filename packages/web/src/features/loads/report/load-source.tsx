import type { AudienceLoad } from '@campanero/contract/loads/schemas';
import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router';

const KINDS = { csv: 'Archivo', dashboard: 'Dashboard', form: 'Formulario' } as const;

interface LoadSourceProps {
  load: Pick<AudienceLoad, 'source' | 'name' | 'origin'>;
  campaignLink: (campaignId: number) => string;
}

/** «Desde la campaña X (n.º 12), filtrada por Estados: No contesta», or the kind and name of another source. */
export function LoadSource({ load, campaignLink }: LoadSourceProps) {
  const { source, name, origin } = load;
  if (source !== 'campaign') return <>{`${KINDS[source]} ${name}`}</>;
  const id = origin?.campaignId ?? null;
  const filters = origin?.filters.map(({ label, value }) => `${label}: ${value}`).join(' · ');
  return (
    <>
      Desde la campaña{' '}
      {id === null ? (
        name
      ) : (
        <>
          <MuiLink component={Link} to={campaignLink(id)}>
            {name}
          </MuiLink>{' '}
          (n.º {id})
        </>
      )}
      {filters && `, filtrada por ${filters}`}
    </>
  );
}
