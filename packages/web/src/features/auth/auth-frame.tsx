import { Box, styled, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { FIELD_GAP } from '../../components/fields/field.tsx';
import { formProps } from '../../components/form/dialogs.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { SubmitButton } from '../../components/action-button.tsx';
import { Faint, Stacked } from '../../components/layout.tsx';
import { CityLogo } from '../../components/logo.tsx';
import type { FormStatus } from '../../lib/forms.ts';
import { useInstallation } from '../../lib/installation.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { INK } from '../../theme/tokens.ts';
import { flexRow } from '../../theme/mixins.ts';

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  minHeight: '100vh',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(448px, 44.45%)',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: '96px 1fr' },
}));

const Panel = styled('section')(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  padding: '40px 56px',
  backgroundColor: INK[theme.palette.mode],
  [theme.breakpoints.down('md')]: { padding: '0 24px', justifyContent: 'center' },
}));

const Brand = styled('div')(({ theme }) => ({
  color: theme.palette.text.primary,
  ...flexRow(12),
  fontSize: '1.1875rem',
  fontWeight: 660,
  letterSpacing: '-.02em',
}));

const Welcome = styled('div')(({ theme }) => ({
  position: 'relative',
  color: theme.palette.text.primary,
  maxWidth: 520,
  marginTop: 'auto',
  marginBottom: 44,
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const Greeting = styled('p')({
  margin: 0,
  fontSize: '2.75rem',
  lineHeight: '3.125rem',
  fontWeight: 640,
  letterSpacing: '-.028em',
});

const Side = styled('main')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  padding: '40px 32px',
  backgroundColor: theme.palette.background.paper,
  [theme.breakpoints.down('md')]: { padding: '40px 20px 24px' },
}));

/** At the bottom without moving the form; below it in a low window. */
const Help = styled('footer')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  maxWidth: 384,
  display: 'flex',
  justifyContent: 'center',
  color: theme.palette.text.disabled,
  [theme.breakpoints.down('md')]: { paddingTop: 24 },
  [theme.breakpoints.up('md')]: { '@media (min-height: 720px)': { position: 'absolute', bottom: 40 } },
}));

/** Dark in every scheme, with the theme of the navbar. */
function WelcomePanel() {
  const { city, logoURL } = useInstallation();
  return (
    <Panel aria-label="Campanero">
      <PartTheme part="welcome">
        <RingingBell />
        <Brand>
          <CityLogo src={logoURL} size={36} />
          Campanero
        </Brand>
        <Welcome>
          <Greeting>Le damos la bienvenida</Greeting>
          <Typography color="textSecondary" sx={{ mt: 3.5, fontSize: '1.125rem', lineHeight: '1.6875rem' }}>
            Campañas telefónicas de la Ciudad: de la audiencia al último llamado, en un solo lugar.
          </Typography>
        </Welcome>
        <Faint sx={{ position: 'relative', display: { xs: 'none', md: 'block' } }}>
          {city || 'Gobierno de la Ciudad de Buenos Aires'}
        </Faint>
      </PartTheme>
    </Panel>
  );
}

export const AuthFrame = ({ help, children }: { help: ReactNode; children: ReactNode }) => (
  <Frame>
    <WelcomePanel />
    <Side>
      <Box sx={{ width: '100%', maxWidth: 384, my: 'auto', pb: { xs: 0, md: 5 } }}>{children}</Box>
      <Help>{help}</Help>
    </Side>
  </Frame>
);

const Drawing = styled('svg')(({ theme }) => ({
  position: 'absolute',
  insetInlineStart: 0,
  // Higher in low windows, to stay clear of the text below.
  top: 'min(60px, 100vh - 840px)',
  width: 800,
  height: 653,
  fill: 'none',
  stroke: theme.palette.secondary.main,
  strokeLinecap: 'round',
  '& g': { fill: theme.palette.secondary.main, stroke: 'none' },
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

/** [radius, start x, start y, end x, end y] */
const WAVES = [
  [90, 477.2, 434.9, 605, 392.06],
  [160, 412.8, 407.6, 640, 331.44],
  [240, 339.2, 376.4, 680, 262.16],
  [330, 256.4, 341.3, 725, 184.22],
  [430, 164.4, 302.3, 775, 97.62],
  [540, 63.2, 259.4, 830, 2.36],
] as const;

const BELL =
  'M0-9.8a1.5 1.5 0 0 1 1.5 1.5v.5c2.9.7 4.7 3.1 4.7 6.2v3.3l1.7 2.9a.9.9 0 0 1-.8 1.4h-14.2a.9.9 0 0 1-.8-1.4l1.7-2.9v-3.3c0-3.1 1.8-5.5 4.7-6.2v-.5A1.5 1.5 0 0 1 0-9.8z';

const RingingBell = () => (
  <Drawing viewBox="0 0 760 620" aria-hidden="true" focusable="false">
    {WAVES.map(([radius, x1, y1, x2, y2], index) => (
      <path
        key={radius}
        d={`M${x1} ${y1} A${radius} ${radius} 0 0 1 ${x2} ${y2}`}
        strokeWidth={2.2 - index * 0.25}
        opacity={0.62 - index * 0.095}
      />
    ))}
    <g transform="translate(560 470) rotate(-14) scale(5.6)">
      <path d={BELL} />
      <path d="M-2.4 7.3h4.8a2.4 2.4 0 0 1-4.8 0z" />
    </g>
  </Drawing>
);

export const FormHeading = ({ title, hint }: { title: string; hint: string }) => (
  <>
    <Typography component="h1" sx={headingLook}>
      {title}
    </Typography>
    <Typography color="textSecondary" sx={{ mt: 1.5, mb: 7 }}>
      {hint}
    </Typography>
  </>
);
export const headingLook = { fontSize: '1.625rem', lineHeight: '2rem', fontWeight: 640, letterSpacing: '-.022em' };

export const tallInput = { height: '2.75rem', fontSize: '0.9375rem' } as const;

interface AuthFormProps {
  title: string;
  hint?: string;
  status: FormStatus;
  action: string;
  pendingText: string;
  reason: string;
  children: ReactNode;
  foot?: ReactNode;
}

export const AuthForm = ({ title, hint, status, action, pendingText, reason, children, foot }: AuthFormProps) => (
  <Box {...formProps(status.submit)} aria-label={title}>
    {hint && <FormHeading title={title} hint={hint} />}
    <Stacked gap={FIELD_GAP}>{children}</Stacked>
    <Stacked sx={{ mt: 7 }}>
      <RefusalNote>{status.refusal}</RefusalNote>
      <SubmitButton
        reason={status.isReady ? undefined : reason}
        isPending={status.isPending}
        pendingText={pendingText}
        onRefused={status.showFaults}
        size="large"
        fullWidth
      >
        {action}
      </SubmitButton>
    </Stacked>
    {foot}
  </Box>
);
