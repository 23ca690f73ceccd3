import { useState } from 'react';
import { Button } from '@mui/material';
import { IconMail } from '../../components/icons.ts';
import { later } from '../../components/later.tsx';
import type { MenuAction } from '../../components/page/actions-menu.tsx';
import type { ReportOf } from './report-dialog.tsx';
import { REPORT_ACTION } from './texts.ts';

const ReportDialog = later(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** The entry of a menu, and the dialog that it opens. */
export function useMailReport(of: ReportOf) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  const action: MenuAction = { label: REPORT_ACTION, icon: IconMail, run: open };
  return { open, action, dialog: isOpen && <ReportDialog {...of} onClose={() => setOpen(false)} /> };
}

export function ReportButton(of: ReportOf) {
  const { open, dialog } = useMailReport(of);
  return (
    <>
      <Button variant="outlined" startIcon={<IconMail size={18} stroke={1.75} aria-hidden />} onClick={open}>
        {REPORT_ACTION}
      </Button>
      {dialog}
    </>
  );
}
