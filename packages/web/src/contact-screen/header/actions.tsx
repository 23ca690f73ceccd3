import { Box, Button, GlobalStyles, Paper } from '@mui/material';
import { IconPhonePlus, IconPlayerTrackNext } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { Line } from '../../components/layout.tsx';
import { ReasonedButton } from '../../components/reasoned-button.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { DayLine } from '../../features/day/day.tsx';
import { THUMB_ROW } from '../../theme/tokens.ts';
import type { ContactWork } from '../use-contact-work.ts';

type ContactActionsProps = { work: ContactWork; size: keyof typeof SIZES };

const SIZES = {
  header: { call: { height: '2.75rem', fontSize: '0.875rem' }, next: { height: '2.5rem' } },
  bar: { call: { height: '2.25rem', flex: 'none' }, next: { height: '2.25rem', flex: 'none' } },
  phone: {
    call: { height: THUMB_ROW.height, flex: 1.4, fontSize: '0.9375rem' },
    next: { height: THUMB_ROW.height, flex: 1 },
  },
};

/** Opens the registration. Pressed it loses its filled style, so that saving is the only filled button. */
export function CallButton({ work, size }: ContactActionsProps) {
  if (!work.isShown) return null;
  return (
    <ReasonedButton
      ref={size === 'bar' ? undefined : work.callButton}
      variant="contained"
      reason={work.reason}
      aria-pressed={work.isRegistering}
      aria-disabled={!work.isReady || work.isGoing}
      onClick={() => work.open()}
      sx={(theme) => ({
        ...SIZES[size].call,
        justifyContent: size === 'header' ? 'flex-start' : 'center',
        gap: 2.5,
        '&[aria-pressed="true"], &[aria-pressed="true"]:hover': {
          background: theme.palette.soft.primary.bg,
          color: theme.palette.soft.primary.text,
        },
      })}
    >
      <IconPhonePlus size={19} stroke={1.75} aria-hidden />
      <span style={{ flex: size === 'header' ? 1 : undefined, textAlign: 'start' }}>Llamado</span>
      {size === 'header' && <ShortcutCap id="call" />}
    </ReasonedButton>
  );
}

export function NextButton({ work, size }: ContactActionsProps) {
  const isWide = size === 'header';
  return (
    <Button
      aria-busy={work.isGoing}
      aria-disabled={work.isGoing}
      onClick={work.goNext}
      sx={{ ...SIZES[size].next, justifyContent: isWide ? 'flex-start' : 'center', gap: 2, px: isWide ? 2 : undefined }}
    >
      <IconPlayerTrackNext size={17} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <span style={{ flex: isWide ? 1 : undefined, textAlign: 'start' }}>
        Siguiente{isWide ? ' contacto' : <VisuallyHidden> contacto</VisuallyHidden>}
      </span>
      {isWide && <ShortcutCap id="next" />}
    </Button>
  );
}

/** On a phone the bar below takes the place of the footer. */
const noFooter = (
  <GlobalStyles styles={{ 'html:root': { '--fixed-bottom': '7.5rem' }, footer: { display: 'none !important' } }} />
);

export function ContactBottomBar({ work }: { work: ContactWork }) {
  return (
    <>
      {noFooter}
      <Box sx={{ height: '7.5rem' }} />
      <Paper
        square
        data-bottom-bar
        sx={{
          // At the bottom of the screen also on a short page.
          position: 'fixed',
          bottom: 0,
          insetInline: 0,
          zIndex: 2,
          px: 3,
          pt: 2,
          pb: `calc(${THUMB_ROW.below}px + env(safe-area-inset-bottom))`,
          border: 0,
          borderTop: 1,
          borderColor: 'line.soft',
        }}
      >
        {!work.isManager && <DayLine />}
        <Line sx={{ pt: 1 }}>
          <NextButton work={work} size="phone" />
          <CallButton work={work} size="phone" />
        </Line>
      </Paper>
    </>
  );
}
