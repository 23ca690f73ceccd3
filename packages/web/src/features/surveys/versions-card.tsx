import type { SurveyDetail } from '@campanero/contract/surveys/schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Alert } from '@mui/material';
import { Muted } from '../../components/layout.tsx';
import { FigureRows, Section } from '../../components/page/section.tsx';
import { interviewCount } from './survey-words.ts';

/** Which versions people answered, and who made them. */
export const VersionsCard = ({ survey }: { survey: SurveyDetail }) => (
  <Section
    title="Versiones"
    aside={survey.versions.length}
    note={`${survey.campaigns === 0 ? 'No lo usa ninguna campaña' : `${survey.campaigns === 1 ? 'Lo usa' : 'Lo usan'} ${formatCounted(survey.campaigns, 'campaña', 'campañas')}`}. Las que nadie respondió no se listan.`}
  >
    {survey.disable && (
      <Alert severity="info" sx={{ mx: 4, mb: 4 }}>
        Está desactivado: no se ofrece a otras campañas y sigue en las que lo usan.
      </Alert>
    )}
    <FigureRows aria-label="Versiones">
      {survey.versions.map(({ number, madeBy, madeAt, interviews }) => (
        <li key={number}>
          <div>
            <b>
              Versión {number}
              {number === survey.number && ' (la actual)'}
            </b>
            <p>
              {madeBy.name}, <bdi>{formatDateTime(madeAt)}</bdi>
            </p>
          </div>
          <Muted>{interviewCount(interviews)}</Muted>
        </li>
      ))}
    </FigureRows>
  </Section>
);
