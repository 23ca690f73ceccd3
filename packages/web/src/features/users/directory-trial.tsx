import type { DirectoryTrial } from '@campanero/contract/auth/directory';
import { Box, Typography } from '@mui/material';
import { IconAlertTriangle } from '../../components/icons.ts';
import { Hint, Line, PlainList, Stacked } from '../../components/layout.tsx';
import { FactList } from '../../components/page/fact-list.tsx';
import { Section } from '../../components/page/section.tsx';

const SOURCES = { token: 'En el token', userinfo: 'En los datos de la persona' } as const;
const SOURCE_NAMES = ['token', 'userinfo'] as const;

/** What the directory said about the person who tried, and what a sign-in would do with it. */
export const TrialResult = ({ trial: { claims, result, missing } }: { trial: DirectoryTrial }) => (
  <Section title="Lo que llegó en la prueba" note="No se cambió nada.">
    <Box
      sx={{
        display: 'grid',
        gap: 8,
        p: 4,
        pt: 0,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Stacked gap={4} sx={{ alignContent: 'start' }}>
        <Typography variant="h3">Qué haría un ingreso</Typography>
        <FactList facts={result} />
        {missing.length > 0 && (
          <>
            <Typography variant="h3">Qué falta</Typography>
            <PlainList sx={{ display: 'grid', gap: 2, typography: 'body2' }}>
              {missing.map((text) => (
                <Line component="li" key={text} gap={2} sx={{ alignItems: 'flex-start' }}>
                  <Box component="span" sx={{ color: 'warning.main', flex: 'none', mt: '2px' }}>
                    <IconAlertTriangle size={16} stroke={2} aria-hidden />
                  </Box>
                  <span>{text}</span>
                </Line>
              ))}
            </PlainList>
          </>
        )}
      </Stacked>
      <Stacked gap={4} sx={{ alignContent: 'start' }}>
        <Typography variant="h3">Cada dato</Typography>
        {SOURCE_NAMES.map((shown) => {
          const facts = claims.filter(({ source }) => source === shown);
          return (
            facts.length > 0 && (
              <Stacked gap={2} key={shown}>
                <Hint>{SOURCES[shown]}</Hint>
                <FactList facts={facts.map(({ name, value }) => ({ label: name, value: value || '—' }))} />
              </Stacked>
            )
          );
        })}
      </Stacked>
    </Box>
  </Section>
);
