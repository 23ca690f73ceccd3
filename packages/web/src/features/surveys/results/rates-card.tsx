import { formatCount, formatPercent, NO_VALUE } from '@campanero/contract/shared/numbers';
import { AAPOR_CLASSES, type AaporClass, eligibleShare, ratesOf } from '@campanero/contract/surveys/aapor';
import type { SurveyRates } from '@campanero/contract/surveys/results-schemas';
import { Box, styled } from '@mui/material';
import { Faint, Halves } from '../../../components/layout.tsx';
import { Section } from '../../../components/page/section.tsx';
import { Grid } from '../../../components/table/cut-text.tsx';
import { TableScroll } from '../../../components/table/styles.ts';

const Table = styled(Grid)({ minWidth: '20rem', '& td, & th': { whiteSpace: 'normal' } });

const shareText = (value: number | null) => (value === null ? NO_VALUE : formatPercent(value));

/** Response rates as other surveys give them, and what they are made of. Of the whole campaign: filters would leave those out who have no interview. */
export function RatesCard({ rates: { counts, states } }: { rates: SurveyRates }) {
  const e = eligibleShare(counts);
  const classes = Object.entries(AAPOR_CLASSES) as [AaporClass, string][];
  return (
    <Section
      title="Tasas de respuesta (AAPOR)"
      note={`De toda la campaña, sin filtros, según Standard Definitions para encuestas telefónicas. Parcial: comenzada y sin terminar. Quienes todavía no fueron llamados cuentan como desconocidos; la reserva de una muestra no cuenta. e = ${e === null ? '1, sin datos todavía' : e.toLocaleString('es-AR', { maximumFractionDigits: 3 })}: la parte que corresponde entre los casos conocidos, aplicada a los desconocidos.`}
    >
      <Halves gap={0} sx={{ alignItems: 'start' }}>
        <TableScroll>
          <Table aria-label="Tasas">
            <thead>
              <tr>
                <th scope="col">Tasa</th>
                <th scope="col" data-align="end" style={{ width: '6rem' }}>
                  Valor
                </th>
              </tr>
            </thead>
            <tbody>
              {ratesOf(counts).map(({ key, name, formula, value }) => (
                <tr key={key}>
                  <td>
                    <b>{key}</b> {name}
                    <Faint sx={{ fontSize: '0.75rem' }}>{formula}</Faint>
                  </td>
                  <td data-figures data-align="end">
                    {shareText(value)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
        <TableScroll>
          <Table aria-label="Clases">
            <thead>
              <tr>
                <th scope="col">Clase</th>
                <th scope="col" data-align="end" style={{ width: '6rem' }}>
                  Números
                </th>
              </tr>
            </thead>
            <tbody>
              {classes.map(([key, name]) => (
                <tr key={key}>
                  <td>
                    <b>{key}</b> {name}
                    <StatesOf states={states.filter((state) => state.class === key)} />
                  </td>
                  <td data-figures data-align="end">
                    {formatCount(counts[key])}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableScroll>
      </Halves>
    </Section>
  );
}

const StatesOf = ({ states }: { states: SurveyRates['states'] }) =>
  states.length > 0 && (
    <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.disabled' }}>
      Sin entrevista: {states.map(({ name }) => name).join(', ')}
    </Box>
  );
