import { actionName, type ActionName } from '@campanero/contract/configuration/schemas';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { UnsavedGuard } from '../../../components/form/dialogs.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { type ActionDraft, useActionDraft } from '../hooks/use-action-draft.ts';
import { ACTION_LABELS } from '../texts.ts';
import { ActionPanel } from './action-panel.tsx';

const ACTIONS = actionName.options;
const SLUGS: Record<ActionName, string> = {
  callback: 'volver-a-llamar',
  contactability: 'contactabilidad',
  effectiveness: 'efectividad',
};

const Dot = styled('span')(({ theme }) => ({
  width: 7,
  height: 7,
  borderRadius: '50%',
  background: theme.palette.secondary.main,
  marginInlineStart: 6,
}));

/** Three tabs, each with its own draft: looking at another one loses nothing, and a dot tells which is not saved yet. */
export function ActionsEditor() {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const shown = ACTIONS.find((action) => SLUGS[action] === params.get('tab')) ?? 'callback';
  const drafts: Record<ActionName, ActionDraft> = {
    callback: useActionDraft('callback', shown === 'callback'),
    contactability: useActionDraft('contactability', shown === 'contactability'),
    effectiveness: useActionDraft('effectiveness', shown === 'effectiveness'),
  };
  const unsaved = ACTIONS.filter((action) => drafts[action].isChanged);
  return (
    <>
      <UnsavedGuard
        active={unsaved.length > 0}
        what={`Si sale ahora se pierden los cambios de ${unsaved.map((action) => `«${ACTION_LABELS[action]}»`).join(', ')}.`}
      />
      <Tabs
        value={shown}
        onChange={(_event, action: ActionName) => setParams(action === 'callback' ? {} : { tab: SLUGS[action] })}
        aria-label="Acciones"
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 4 }}
      >
        {ACTIONS.map((action) => (
          <Tab
            key={action}
            value={action}
            id={`${id}-${action}`}
            aria-controls={action === shown ? `${id}-panel` : undefined}
            iconPosition="end"
            icon={
              drafts[action].isChanged ? (
                <Dot>
                  <VisuallyHidden>sin guardar</VisuallyHidden>
                </Dot>
              ) : undefined
            }
            label={ACTION_LABELS[action]}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        <ActionPanel key={shown} action={shown} draft={drafts[shown]} />
      </Box>
    </>
  );
}
