import { ButtonBase, styled } from '@mui/material';
import { useState } from 'react';
import { IconHelpCircle } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';

const loadSheet = () => import('./help-sheet.tsx');
const HelpSheet = later(() => loadSheet().then((module) => module.HelpSheet));

const Opener = styled(ButtonBase)(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  gap: 5,
  // The minimum size of a target, in a lower line.
  minHeight: '1.5rem',
  marginBlock: '-0.125rem',
  paddingInline: 6,
  borderRadius: theme.radius.chip,
  color: theme.palette.text.disabled,
  '&:hover, &[aria-expanded="true"]': { color: theme.palette.text.primary, background: theme.palette.surface.subtle },
}));

/** Opens the help of a page, by its name in app/pages.ts; nothing where there is no page. */
export function HelpButton({ page, label }: { page: string | undefined; label: string }) {
  /** Undefined: not opened yet; afterwards it stays mounted for the closing transition. */
  const [isOpen, setOpen] = useState<boolean>();
  if (!page) return null;
  return (
    <>
      <Opener
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadSheet().catch(() => undefined)}
      >
        <IconHelpCircle size={16} stroke={1.75} aria-hidden />
        {label}
      </Opener>
      {isOpen !== undefined && <HelpSheet page={page} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
