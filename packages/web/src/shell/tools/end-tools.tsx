import { useState } from 'react';
import { paths } from '../../app/pages.ts';
import { IconBookmark } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import { CallerSearch } from '../../features/caller-search/caller-search.tsx';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { ShortcutHelp } from '../../features/shortcuts/shortcut-help.tsx';
import { mayAccess } from '../../lib/can.ts';
import { useSession } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { ToolButton } from './tool-button.tsx';
import { SearchTool } from './search.tsx';
import { ViewTools } from './view-tools.tsx';

const loadPanel = () => import('../../features/quick-panel/quick-panel.tsx');
const QuickPanel = later(async () => (await loadPanel()).QuickPanel);

/** In the order of rule shell/toolbar-order. */
export function EndTools() {
  const session = useSession();
  // It has a search field in the toolbar.
  const { style, config } = useSettings().layout;
  const hasField = style === 'layout3';
  // Both open in the right panel.
  const hasPanel = config.rightSidePanel.display;
  if (!session) return null;
  const isStaff = mayAccess('staff', session);
  return (
    <>
      <ViewTools />
      {!hasField && <SearchTool />}
      {isStaff && <CallerSearch linkTo={paths.contact} />}
      {hasPanel && <QuickPanelTool />}
      {hasPanel && isStaff && <NotificationBell key={session.userId} userId={session.userId} links={paths} />}
      {isStaff && <ShortcutHelp />}
    </>
  );
}

function QuickPanelTool() {
  /** Undefined: not opened yet. */
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <ToolButton
        label="tools.quickPanel"
        icon={IconBookmark}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadPanel()}
      />
      {isOpen !== undefined && <QuickPanel isOpen={isOpen} onClose={() => setOpen(false)} links={paths} />}
    </>
  );
}
