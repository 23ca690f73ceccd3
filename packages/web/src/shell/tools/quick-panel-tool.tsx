import { lazy, Suspense, useState } from 'react';
import { paths } from '../../app/pages.ts';
import { IconBookmark } from '../../components/icons.ts';
import { ToolButton } from './tool-button.tsx';

const loadPanel = () => import('../../features/quick-panel/quick-panel.tsx');
const QuickPanel = lazy(async () => ({ default: (await loadPanel()).QuickPanel }));

const LINKS = { contact: paths.contact, campaign: paths.campaign };

/** Opens the quick panel; its code comes with the first click. */
export function QuickPanelTool() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <ToolButton
        label="tools.quickPanel"
        icon={IconBookmark}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
        onPointerEnter={() => void loadPanel()}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <QuickPanel isOpen={isOpen} onClose={() => setOpen(false)} links={LINKS} />
        </Suspense>
      )}
    </>
  );
}
