import { formatPhone } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { IconChevronRight } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { errorText } from '../../../lib/error-text.ts';
import { focusRing } from '../../../theme/components/controls.ts';
import type { FoundCall } from '../api/find-caller.ts';
import { FOUND_MAX, foundText, NOBODY_FOUND } from '../texts.ts';
import type { CallerSearchProps } from './caller-search.tsx';

const List = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '&[aria-busy="true"]': { opacity: 0.6 },
  '& li + li': { borderTop: `1px solid ${theme.palette.line.soft}` },
}));

const Found = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 18px',
  alignItems: 'center',
  gap: '2px 12px',
  minHeight: '3.5rem',
  padding: '8px 10px',
  borderRadius: theme.radius.control,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { background: theme.palette.surface.raisedHover },
  '&:focus-visible': { ...focusRing(theme), outlineOffset: -2, background: theme.palette.surface.raisedHover },
  '& > svg': { color: theme.palette.text.disabled },
  '& bdi': { fontWeight: 600, fontVariantNumeric: 'tabular-nums', marginInlineEnd: 10, whiteSpace: 'nowrap' },
  '& small': { ...theme.typography.body2, display: 'block', color: theme.palette.text.secondary },
}));

interface FoundCallsProps extends CallerSearchProps {
  /** Undefined while too little was typed. */
  result: UseQueryResult<FoundCall[]> | undefined;
  isWaiting: boolean;
  onFollow: () => void;
}

/** Number and person, then campaign, state and operator: who it is, and whose. */
export function FoundCalls({ result, isWaiting, linkTo, onFollow }: FoundCallsProps) {
  const found = result?.data;
  if (result?.error && !found)
    return <ErrorState message={errorText(result.error)} onRetry={() => void result.refetch()} />;
  return (
    <div>
      <VisuallyHidden role="status">{found && !isWaiting ? foundText(found.length) : ''}</VisuallyHidden>
      {found?.length === 0 && !isWaiting && (
        <Typography color="textSecondary" aria-hidden>
          {NOBODY_FOUND}
        </Typography>
      )}
      {found && found.length > 0 && (
        <List aria-label="Contactos encontrados" aria-busy={isWaiting}>
          {found.map((call) => (
            <li key={call.callId}>
              <Found to={linkTo(call.campaignId, call.callId, call.number)} onClick={onFollow}>
                <span>
                  <bdi>{formatPhone(call.number)}</bdi>
                  {call.name || 'Sin nombre'}
                  <small>{[call.campaignName, call.stateName, call.userName ?? 'Sin operador'].join(' · ')}</small>
                </span>
                <IconChevronRight size={18} stroke={1.75} className="mirrored" aria-hidden />
              </Found>
            </li>
          ))}
        </List>
      )}
      {found?.length === FOUND_MAX && (
        <Typography variant="body2" color="textDisabled" sx={{ pt: 2 }}>
          Hay más coincidencias: escriba más cifras.
        </Typography>
      )}
    </div>
  );
}
