import { DARK_SCHEMES, LIGHT_SCHEMES, type OwnScheme, type SchemeFamily } from '@campanero/contract/settings/schemes';
import { Muted, PlainList } from '../../components/layout.tsx';
import { Box, ButtonBase, styled, Typography } from '@mui/material';
import { useId } from 'react';
import { IconCheck } from '../../components/icons.ts';
import { useText } from '../../i18n/i18n.ts';
import { changeSettings, useSettings } from '../../lib/settings.ts';
import { familyOf, isDarkScheme, ownScheme, rolesOf } from '../../theme/schemes.ts';
import { usePrefersDark } from '../../theme/theme-provider.tsx';

/** Names of places: not translated. */
const FAMILY_NAMES: Record<SchemeFamily, string> = {
  campanero: 'Campanero',
  jacaranda: 'Jacarandá',
  riachuelo: 'Riachuelo',
  ceibo: 'Ceibo',
  palermo: 'Palermo',
  obelisco: 'Obelisco',
  tilo: 'Tilo',
  caminito: 'Caminito',
  celeste: 'Celeste',
  lavanda: 'Lavanda',
  adoquin: 'Adoquín',
  'alto-contraste': 'Alto contraste',
};

export const schemeName = (scheme: OwnScheme): string =>
  FAMILY_NAMES[familyOf(scheme)] + (isDarkScheme(scheme) ? ' noche' : '');

const Grid = styled(PlainList)({ margin: '8px 0 20px', display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 10 });

const Card = styled(ButtonBase)(({ theme }) => ({
  width: '100%',
  display: 'block',
  overflow: 'hidden',
  textAlign: 'start',
  borderRadius: 9,
  border: `${theme.palette.line.width}px solid ${theme.palette.line.soft}`,
  backgroundColor: theme.palette.background.paper,
  '&:hover': { borderColor: theme.palette.line.strong },
  '&[aria-pressed="true"]': {
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 2px ${theme.palette.primary.main}`,
  },
}));

const Name = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: '1.5rem',
  padding: '2px 10px',
  borderTop: `1px solid ${theme.palette.line.soft}`,
  fontSize: '0.8125rem',
  lineHeight: '1.125rem',
  fontWeight: 600,
}));

const Picture = styled('span')({
  display: 'block',
  position: 'relative',
  height: 48,
  '& > i': { position: 'absolute' },
  '& > [data-bar]': { insetInline: 0, top: 0, height: 20 },
  '& > [data-card]': {
    insetInline: 10,
    bottom: 0,
    height: 22,
    borderRadius: '5px 5px 0 0',
    border: '1px solid',
    borderBottom: 0,
  },
  '& > [data-dot]': { insetInlineEnd: 12, top: 12, width: 16, height: 16, borderRadius: '50%', border: '2px solid' },
});

function SchemeGrid({ title, schemes }: { title: string; schemes: readonly OwnScheme[] }) {
  const titleId = useId();
  const chosen = ownScheme(useSettings().theme.main, usePrefersDark());
  return (
    <>
      <Typography id={titleId} variant="h3">
        {title}
      </Typography>
      <Grid aria-labelledby={titleId}>
        {schemes.map((scheme) => {
          const { primary, brass, paper, canvas, border } = rolesOf(scheme);
          const theme = { main: scheme, navbar: scheme, toolbar: scheme, footer: scheme };
          return (
            <li key={scheme}>
              <Card lang="es" aria-pressed={scheme === chosen} onClick={() => changeSettings({ theme })}>
                <Picture aria-hidden style={{ background: canvas }}>
                  <i data-bar style={{ background: primary }} />
                  <i data-card style={{ background: paper, borderColor: border }} />
                  <i data-dot style={{ background: brass, borderColor: paper }} />
                </Picture>
                <Name>
                  {schemeName(scheme)}
                  {scheme === chosen && <IconCheck size={16} stroke={2} aria-hidden />}
                </Name>
              </Card>
            </li>
          );
        })}
      </Grid>
    </>
  );
}

export function ColorSchemes() {
  const text = useText();
  return (
    <Box sx={{ p: '14px 24px 4px' }}>
      <Muted sx={{ mb: 3 }}>{text('panelNotes.schemes')}</Muted>
      <SchemeGrid title={text('panelNotes.light')} schemes={LIGHT_SCHEMES} />
      <SchemeGrid title={text('panelNotes.dark')} schemes={DARK_SCHEMES} />
    </Box>
  );
}
