import { surveys } from '@campanero/contract/surveys/endpoints';
import { surveyItems } from '@campanero/contract/surveys/item-schemas';
import type { SurveyDetail } from '@campanero/contract/surveys/schemas';
import { Alert, Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { IconCopy, IconDownload } from '../../../components/icons.ts';
import { Inline } from '../../../components/layout.tsx';
import { ActionsMenu } from '../../../components/page/actions-menu.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { CardColumns } from '../../../components/page/section.tsx';
import { surveyQuery } from '../../../features/surveys/api.ts';
import { numberedAnew } from '../../../features/surveys/item-changes.ts';
import { EMPTY_SURVEY, SurveyEditor } from '../../../features/surveys/survey-editor.tsx';
import { saveSurveyFile, type SurveyDraft } from '../../../features/surveys/survey-file.ts';
import { SurveyOutline } from '../../../features/surveys/survey-outline.tsx';
import { NEW_NAME } from '../../../features/surveys/survey-words.ts';
import { VersionsCard } from '../../../features/surveys/versions-card.tsx';
import { can } from '../../../lib/can.ts';
import { idOf, useAddressId, usePageTitle } from '../../../lib/page.ts';
import { useSession } from '../../../lib/session.ts';
import { paths } from '../../pages.ts';
import { PageState } from '../page-state.tsx';

const COPY_NAME_MAX = 92;
const importedState = z.object({ imported: z.object({ name: z.string(), items: surveyItems }) });

/** `/config/surveys/create`: empty, `?from=<id>` a copy, or with a file that was chosen in the list. */
export function SurveyCreatePage() {
  const [address] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const from = idOf(address.get('from'));
  const imported = importedState.safeParse(state).data?.imported;
  return from === undefined ? (
    <NewSurvey key="new" start={imported ?? EMPTY_SURVEY} />
  ) : (
    <CopiedSurvey key={from} from={from} />
  );
}

function CopiedSurvey({ from }: { from: number }) {
  const original = useQuery(surveyQuery(from));
  if (!original.data) return <PageState query={original} of="survey" />;
  const { name, items } = original.data;
  return (
    <CopyStart name={name} start={{ name: `${name.slice(0, COPY_NAME_MAX)} (copia)`, items: numberedAnew(items) }} />
  );
}

/** Later changes of the original are ignored. */
function CopyStart({ name, start }: { name: string; start: SurveyDraft }) {
  const [kept] = useState(start);
  return <NewSurvey start={kept} copyOf={name} />;
}

function NewSurvey({ start, copyOf }: { start: SurveyDraft; copyOf?: string }) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={NEW_NAME} />
      {copyOf && (
        <Alert severity="info" icon={<IconCopy size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
          Copia de <b>{copyOf}</b>: sus respuestas quedan en el original.
        </Alert>
      )}
      <Box sx={{ maxWidth: 960 }}>
        <SurveyEditor
          record={undefined}
          start={start}
          listAt={paths.surveys}
          reload={() => Promise.resolve(undefined)}
          onSaved={({ id }) => void navigate(paths.survey(id), { replace: true })}
        />
      </Box>
    </>
  );
}

/** `/config/survey/{id}`: to change it, or to read it without the permission. */
export function SurveyPage() {
  const id = useAddressId();
  const survey = useQuery(surveyQuery(id));
  if (!survey.data) return <PageState query={survey} of="survey" />;
  return <SurveyView key={id} survey={survey.data} reload={async () => (await survey.refetch()).data} />;
}

function SurveyView({ survey, reload }: { survey: SurveyDetail; reload: () => Promise<SurveyDetail | undefined> }) {
  const mayEdit = can(surveys.update, useSession());
  usePageTitle(survey.name);
  const toFile = { label: 'Exportar JSON', icon: IconDownload, run: () => saveSurveyFile(survey) };
  const copy = { label: 'Copiar', icon: IconCopy, run: `${paths.surveyCreate}?from=${survey.id}` };
  return (
    <>
      <PageHeader
        title={survey.name}
        action={
          <Inline>
            <ActionsMenu actions={mayEdit ? [copy, toFile] : [toFile]} />
          </Inline>
        }
      />
      <CardColumns>
        {mayEdit ? (
          <SurveyEditor record={survey} listAt={paths.surveys} reload={reload} onSaved={() => undefined} />
        ) : (
          <SurveyOutline name={survey.name} items={survey.items} />
        )}
        <VersionsCard survey={survey} />
      </CardColumns>
    </>
  );
}
