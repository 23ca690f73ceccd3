import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { DialogClose } from '../../../../components/form/dialogs.tsx';
import { BarStatus } from '../../../../components/form/form-note.tsx';
import { SubmitButton } from '../../../../components/form/save-bar.tsx';
import { IconInfoCircle } from '../../../../components/icons.ts';

interface SplitDialogProps {
  title: string;
  /** One line under the title. */
  context: ReactNode;
  /** What one decides, and what follows from it (design 8.5). */
  decide: ReactNode;
  follows: ReactNode;
  /** How many columns the first pane has at its widest. */
  panes: string;
  summary: string | undefined;
  error: string | undefined;
  action: string;
  pendingText: string;
  pending: boolean;
  /** Undefined when it can be sent. */
  whyNot: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
}

/** The frame of Segmentar and Rebalancear: left what is decided, right what follows, and the verb with its amount. */
export function SplitDialog(props: SplitDialogProps) {
  const { title, context, decide, follows, panes, summary, error, action, pendingText, pending, whyNot } = props;
  const titleId = useId();
  return (
    <Dialog
      open
      // While the request runs its outcome belongs here.
      onClose={pending ? undefined : props.onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 960, maxWidth: 960 } } }}
    >
      <Box
        component="form"
        noValidate
        // An Enter held down since the step before hands out nothing.
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot === undefined && !pending) props.onSubmit();
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId} sx={{ pr: 15, pb: 0.5 }}>
          {title}
        </DialogTitle>
        <DialogClose onClose={props.onClose} />
        <Box sx={{ px: 6, pr: 15, pb: 3, typography: 'body2', color: 'text.secondary' }}>{context}</Box>
        <Box
          // The panes scroll; keyboards reach them through what stands in them.
          sx={(theme) => ({
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: panes },
            borderTop: `1px solid ${theme.palette.divider}`,
            minHeight: 0,
            overflowY: 'auto',
          })}
        >
          <Box sx={{ p: { xs: 4, sm: '16px 16px 16px 24px' }, minWidth: 0 }}>{decide}</Box>
          <Box
            sx={(theme) => ({
              p: { xs: 4, sm: '16px 24px' },
              minWidth: 0,
              bgcolor: 'background.default',
              borderInlineStart: { md: `1px solid ${theme.palette.divider}` },
              borderTop: { xs: `1px solid ${theme.palette.divider}`, md: 0 },
            })}
          >
            {follows}
          </Box>
        </Box>
        <DialogActions sx={{ flexWrap: 'wrap', rowGap: 2 }}>
          <BarStatus note={error} sx={{ flex: '1 1 14rem', color: 'text.secondary' }}>
            <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
              {(summary ?? whyNot) && <IconInfoCircle size={16} stroke={2} aria-hidden style={{ flex: 'none' }} />}
              {summary ?? whyNot}
            </Box>
          </BarStatus>
          <Button onClick={props.onClose} disabled={pending}>
            Cancelar
          </Button>
          <SubmitButton ready={whyNot === undefined} reason={whyNot ?? ''} pending={pending} pendingText={pendingText}>
            {action}
          </SubmitButton>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
