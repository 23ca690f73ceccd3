import { Button, Paper } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Centered } from '../../components/layout.tsx';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { PageSkeleton } from '../../components/page/page-header.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { paths } from '../pages.ts';

interface PageStateProps {
  query: { error: Error | null; refetch: () => unknown };
  /** The subject, which may not exist. */
  of?: Exclude<NotFoundProps['what'], 'contact'>;
  failed?: string;
  title?: string;
  /** Below a header: the error without a card. */
  isPart?: boolean;
}

/** Shown instead of a page whose data are loading, absent or failed to load. */
export function PageState({ query: { error, refetch }, of, failed = LIST_FAILED, title, isPart }: PageStateProps) {
  if (!error) return <PageSkeleton title={title} />;
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (of && isAbsent) return <NotFound what={of} />;
  const message = <ErrorState message={errorText(error, failed)} onRetry={() => void refetch()} />;
  return isPart ? message : <MessageCard>{message}</MessageCard>;
}

const MessageCard = ({ children }: { children: ReactNode }) => (
  <Centered component={Paper} sx={{ minHeight: 320, mt: 4 }}>
    {children}
  </Centered>
);

const SUBJECTS = {
  campaign: { title: 'No se encontró la campaña', linkText: 'Volver a Campañas', to: paths.campaigns },
  user: { title: 'El usuario no existe.', linkText: 'Volver a Usuarios', to: paths.users },
  service: { title: 'No se encontró la cuenta', linkText: 'Volver a Cuentas de servicio', to: paths.serviceAccounts },
  export: { title: 'No se encontró la exportación', linkText: 'Volver a Campañas', to: paths.campaigns },
  person: { title: 'No se encontró a la persona', linkText: 'Volver a Datos personales', to: paths.personalData },
  subscription: { title: 'No se encontró la suscripción', linkText: 'Volver a Eventos', to: paths.events },
  survey: { title: 'No se encontró el relevamiento', linkText: 'Volver a Relevamientos', to: paths.surveys },
  request: { title: 'No se encontró el pedido', linkText: 'Volver a los pedidos', to: paths.dataRequests },
};
const CONTACT = { title: 'No se encontró el contacto', linkText: 'Volver a la audiencia' };
const ERASED = 'Los datos de este contacto fueron borrados.';

type NotFoundProps = { what: keyof typeof SUBJECTS } | { what: 'contact'; campaignId: number; isErased?: boolean };

/** Deliberately the same for a subject that does not exist and one that is out of reach. */
export function NotFound(props: NotFoundProps) {
  const { title, linkText, to } =
    props.what === 'contact' ? { ...CONTACT, to: paths.campaignDetail(props.campaignId) } : SUBJECTS[props.what];
  return (
    <MessageCard>
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
    </MessageCard>
  );
}
