import { ButtonBase, styled } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { IconHelpCircle } from '../../components/icons.ts';

/** Texts and sheet come with the first question. */
const loadSheet = () => import('./help-sheet.tsx');
const HelpSheet = lazy(async () => ({ default: (await loadSheet()).HelpSheet }));

const Opener = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  gap: 5,
  // As high as a target must be, in a line that is lower.
  minHeight: '1.5rem',
  marginBlock: '-0.125rem',
  paddingInline: 6,
  borderRadius: theme.radius.chip,
  color: theme.palette.text.disabled,
  '&:hover, &[aria-expanded="true"]': { color: theme.palette.text.primary, background: theme.palette.surface.subtle },
}));

interface HelpButtonProps {
  /** The page's name in app/pages.ts; undefined where there is no page. */
  page: string | undefined;
  label: string;
}

/** Opens what there is to know of this page, beside it. */
export function HelpButton({ page, label }: HelpButtonProps) {
  const [isOpen, setOpen] = useState(false);
  // Mounted with the first opening, kept while it slides out.
  const [wasOpened, setOpened] = useState(false);
  if (!page) return null;
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Opener
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        onPointerEnter={() => void loadSheet().catch(() => undefined)}
      >
        <IconHelpCircle size={16} stroke={1.75} aria-hidden />
        {label}
      </Opener>
      {wasOpened && (
        <Suspense fallback={null}>
          <HelpSheet page={page} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
