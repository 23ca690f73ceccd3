import { Button, Paper } from '@mui/material';
import { Link } from 'react-router';
import { EmptyState } from '../../components/page/messages.tsx';
import { paths } from '../pages.ts';

export type NotFoundProps =
  | { what: 'campaign' }
  | { what: 'user' }
  | { what: 'export' }
  | { what: 'person' }
  | { what: 'request' }
  | { what: 'contact'; campaignId: number; isErased?: boolean };

function wordsFor(missing: NotFoundProps) {
  if (missing.what === 'campaign')
    return { title: 'No se encontró la campaña', linkText: 'Volver a Campañas', to: paths.campaigns };
  if (missing.what === 'user')
    return { title: 'El usuario no existe.', linkText: 'Volver a Usuarios', to: paths.users };
  if (missing.what === 'export')
    return { title: 'No se encontró la exportación', linkText: 'Volver a Campañas', to: paths.campaigns };
  if (missing.what === 'person')
    return { title: 'No se encontró a la persona', linkText: 'Volver a Datos personales', to: paths.personalData };
  if (missing.what === 'request')
    return { title: 'No se encontró el pedido', linkText: 'Volver a los pedidos', to: paths.dataRequests };
  const to = paths.campaignDetail(missing.campaignId);
  return { title: 'No se encontró el contacto', linkText: 'Volver a la audiencia', to };
}

const ERASED = 'Los datos de este contacto fueron borrados.';

/** In the place of a page whose subject is not there or out of reach, which look the same on purpose. */
export function NotFound(props: NotFoundProps) {
  const { title, linkText, to } = wordsFor(props);
  return (
    <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 320, mt: 4 }}>
      <EmptyState
        isPage
        title={title}
        reason={'isErased' in props && props.isErased ? ERASED : 'No existe o no está a su alcance.'}
        action={
          <Button size="small" component={Link} to={to}>
            {linkText}
          </Button>
        }
      />
    </Paper>
  );
}
