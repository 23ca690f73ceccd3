import { Link, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { pageIdOf, trailGroupOf, trailOf } from '../../app/pages.ts';
import { IconChevronRight } from '../../components/icons.ts';
import { HelpButton } from '../../features/help/help-button.tsx';
import { useText } from '../../i18n/i18n.ts';
import { usePageCrumb } from '../../lib/page.ts';

const ROOT_LABEL = 'Call Center';

const List = styled('ol')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  lineHeight: '1.25rem',
  color: theme.palette.text.disabled,
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
  // 24 px target on a line of 20.
  '& a': { paddingBlock: 2, marginBlock: -2 },
  // On a small screen only the way back fits.
  [theme.breakpoints.down('md')]: {
    '&[data-long]': { flexWrap: 'nowrap', whiteSpace: 'nowrap' },
    '&[data-long] li:first-of-type, &[data-long] li:nth-of-type(2) > svg': { display: 'none' },
    '&[data-deep]': { flexWrap: 'nowrap', '& li': { minWidth: 0, whiteSpace: 'nowrap' } },
    '&[data-deep] a': { overflow: 'hidden', textOverflow: 'ellipsis' },
    '&[data-deep] li:first-of-type, &[data-deep] li:last-of-type, &[data-deep] li:nth-of-type(2) > svg': {
      display: 'none',
    },
    '&[data-deep] li:nth-of-type(2)': { flex: 'none' },
  },
  '& [aria-current]': { fontWeight: 500, color: theme.palette.text.secondary },
}));

const Line = styled('div')({ display: 'flex', alignItems: 'flex-start', gap: 12, '& > nav': { flex: 1, minWidth: 0 } });

/** Breadcrumbs, and the page's help at the same place on every page (WCAG 3.2.6). */
export function BreadcrumbTrail() {
  const text = useText();
  const { pathname } = useLocation();
  const trail = trailOf(pathname);
  const crumb = usePageCrumb();
  if (trail.length === 0) return null;
  const group = trailGroupOf(trail[0]!);
  const isLong = trail.length > 1 || group !== undefined;
  const isDeep = Boolean(crumb) || trail.length > 2;
  return (
    <Line>
      <nav aria-label={text('shell.breadcrumbs')}>
        <List data-deep={isDeep ? '' : undefined} data-long={!isDeep && isLong ? '' : undefined}>
          <li>{ROOT_LABEL}</li>
          {group && <Crumb>{group}</Crumb>}
          {trail.slice(0, -1).map(({ path, title }) => (
            <Crumb key={path} to={path}>
              {title}
            </Crumb>
          ))}
          {crumb && <Crumb to={crumb.to}>{crumb.label}</Crumb>}
          <Crumb>
            <span aria-current="page">{trail.at(-1)!.title}</span>
          </Crumb>
        </List>
      </nav>
      <HelpButton page={pageIdOf(pathname)} label={text('help.open')} />
    </Line>
  );
}

function Crumb({ to, children }: { to?: string; children: ReactNode }) {
  return (
    <li>
      <IconChevronRight size={14} stroke={1.75} aria-hidden />
      {to === undefined ? (
        children
      ) : (
        <Link component={RouterLink} to={to} color="inherit">
          {children}
        </Link>
      )}
    </li>
  );
}
