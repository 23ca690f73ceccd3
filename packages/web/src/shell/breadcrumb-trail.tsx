import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { Link as RouterLink, useLocation } from 'react-router';
import { trailOf } from '../app/pages.ts';
import { IconChevronRight } from '../components/icons.ts';
import { useText } from '../i18n/i18n.ts';

/** Begins with the product's root label, then the section (spec 2, decisions). */
export const ROOT_LABEL = 'Call Center';

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
  '& [aria-current]': { fontWeight: 500, color: theme.palette.text.secondary },
}));

export function BreadcrumbTrail() {
  const text = useText();
  const { pathname } = useLocation();
  const trail = trailOf(pathname);
  if (trail.length === 0) return null;
  return (
    <nav aria-label={text('shell.breadcrumbs')}>
      <List>
        <li>{ROOT_LABEL}</li>
        {trail.map((page, index) => (
          <li key={page.path}>
            <IconChevronRight size={14} stroke={1.75} aria-hidden />
            {index === trail.length - 1 ? (
              <span aria-current="page">{page.title}</span>
            ) : (
              <Link component={RouterLink} to={page.path} color="inherit">
                {page.title}
              </Link>
            )}
          </li>
        ))}
      </List>
    </nav>
  );
}
