import type { ActionName } from '@campanero/contract/configuration/schemas';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { SaveBar, SubmitButton } from '../../../components/form/save-bar.tsx';
import { LIST_FAILED } from '../../../components/page/messages.tsx';
import type { ActionDraft } from '../hooks/use-action-draft.ts';
import { ACTION_LABELS, actionMeaning, NO_STATES_LEFT } from '../texts.ts';
import { FormPlace } from './form-place.tsx';
import { TransferField } from './transfer-field.tsx';

const NO_CHANGES = 'Todavía no hay cambios.';

/** The states that have an action and those that do not (spec 2). */
export function ActionPanel({ action, draft }: { action: ActionName; draft: ActionDraft }) {
  return (
    <FormPlace
      error={draft.lists.isError && !draft.lists.data ? LIST_FAILED : undefined}
      onRetry={() => void draft.lists.refetch()}
    >
      {draft.lists.data && (
        <Paper
          component="form"
          noValidate
          aria-label={ACTION_LABELS[action]}
          sx={{ maxWidth: 960 }}
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.isChanged && !draft.isSaving) draft.onSave();
          }}
        >
          <Box sx={{ display: 'grid', gap: 5, px: { xs: 4, sm: 6 }, py: 5 }}>
            <TransferField
              label="Estados"
              help={actionMeaning(action, 'uno de los estados que la tienen')}
              noun="estados"
              items={draft.items}
              chosen={draft.chosen}
              onChange={draft.onChange}
              disabled={draft.isSaving}
              available={{ title: 'No la tienen', empty: NO_STATES_LEFT }}
              selected={{ title: 'La tienen', empty: 'Ningún estado tiene esta acción.' }}
            />
          </Box>
          <SaveBar status={draft.isChanged ? undefined : NO_CHANGES} note={draft.error}>
            <SubmitButton ready={draft.isChanged} reason={NO_CHANGES} pending={draft.isSaving} pendingText="Guardando…">
              Guardar
            </SubmitButton>
          </SaveBar>
        </Paper>
      )}
    </FormPlace>
  );
}
