import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconArrowLeft } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { type Kind, tabOf } from '../../../features/configuration/kinds.ts';
import { usePageTitle } from '../../../lib/page.ts';
import { paths } from '../../pages.ts';

/** The list at the tab of that kind. */
export const listAt = (kind: Kind) => ({
  pathname: paths.configGeneral,
  search: kind === 'objective' ? '' : `?tab=${tabOf(kind)}`,
});

interface EditorPageProps {
  title: string;
  kind: Kind;
  children: ReactNode;
}

/** Title and the way back, the same for creating and editing. */
export function EditorPage({ title, kind, children }: EditorPageProps) {
  usePageTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        action={
          <Button
            component={Link}
            to={listAt(kind)}
            startIcon={<IconArrowLeft size={18} stroke={1.75} className="mirrored" aria-hidden />}
          >
            Volver
          </Button>
        }
      />
      {children}
    </>
  );
}
