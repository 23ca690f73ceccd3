import { surveys } from '@campanero/contract/surveys/endpoints';
import type { SurveyRow } from '@campanero/contract/surveys/schemas';
import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton, AddButton } from '../../../components/action-button.tsx';
import { useFileInput } from '../../../components/files/file-input.tsx';
import { IconBan, IconCheck, IconCopy, IconDownload, IconUpload } from '../../../components/icons.ts';
import { Inline } from '../../../components/layout.tsx';
import { ActionsMenu, type MenuAction } from '../../../components/page/actions-menu.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { surveySaved, surveysQuery } from '../../../features/surveys/api.ts';
import { readSurveyFile, saveSurveyFile, SurveyFileError } from '../../../features/surveys/survey-file.ts';
import { SurveyList } from '../../../features/surveys/survey-list.tsx';
import { surveyCount } from '../../../features/surveys/survey-words.ts';
import { call } from '../../../lib/api.ts';
import { can } from '../../../lib/can.ts';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { errorText } from '../../../lib/errors.ts';
import { useSession } from '../../../lib/session.ts';
import { notify } from '../../../lib/snackbar.ts';
import { paths } from '../../pages.ts';

const EXPORT_FAILED = 'No fue posible exportar el relevamiento. Inténtelo de nuevo.';
const CHANGE_FAILED = 'No fue posible cambiar el relevamiento. Inténtelo de nuevo.';

export function SurveysPage() {
  const list = useQuery(surveysQuery());
  const mayEdit = can(surveys.create, useSession());
  const { fault, element, choose } = useImport();
  const actionsOf = useRowActions(mayEdit);
  const begin = mayEdit && <AddButton to={paths.surveyCreate}>Crear relevamiento</AddButton>;
  return (
    <>
      <PageHeader
        title="Relevamientos"
        aside={list.data && surveyCount(list.data.length)}
        action={
          mayEdit && (
            <Inline>
              <ActionButton icon={IconUpload} onClick={choose}>
                Importar
              </ActionButton>
              {begin}
            </Inline>
          )
        }
      />
      {element}
      {fault && (
        <Alert severity="error" sx={{ mb: 4 }}>
          <b>{fault.file}</b>: {fault.sentence}
        </Alert>
      )}
      <SurveyList
        result={list}
        linkTo={paths.survey}
        renderMenu={(row) => <ActionsMenu of={row.name} actions={actionsOf(row)} />}
        begin={begin}
      />
    </>
  );
}

/** A file becomes a new questionnaire that is not saved yet. */
function useImport() {
  const navigate = useNavigate();
  const [fault, setFault] = useState<{ file: string; sentence: string }>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    setFault(undefined);
    try {
      const imported = await readSurveyFile(file);
      await navigate(paths.surveyCreate, { state: { imported } });
    } catch (error) {
      if (!(error instanceof SurveyFileError)) throw error;
      setFault({ file: file.name, sentence: error.message });
    }
  };
  const { open, element } = useFileInput({
    label: 'Archivo de un relevamiento',
    accept: '.json,application/json',
    testId: 'survey-file',
    onChoose: ([file]) => void read(file),
  });
  return { fault, element, choose: open };
}

function useRowActions(mayEdit: boolean) {
  const update = useEndpointMutation(surveys.update, {
    changes: surveySaved.changes,
    failed: CHANGE_FAILED,
    evenIfRefused: true,
  });
  const save = async (id: number) => {
    try {
      saveSurveyFile(await call(surveys.get, { params: { id } }));
    } catch (error) {
      notify.error(errorText(error, EXPORT_FAILED));
    }
  };
  return ({ id, disable, version }: SurveyRow): MenuAction[] => {
    const toFile = { label: 'Exportar JSON', icon: IconDownload, run: () => void save(id) };
    if (!mayEdit) return [toFile];
    return [
      { label: 'Copiar', icon: IconCopy, run: `${paths.surveyCreate}?from=${id}` },
      toFile,
      {
        label: disable ? 'Activar' : 'Desactivar',
        icon: disable ? IconCheck : IconBan,
        startsPart: true,
        run: () => update.mutate({ params: { id }, body: { disable: !disable, version } }),
      },
    ];
  };
}
