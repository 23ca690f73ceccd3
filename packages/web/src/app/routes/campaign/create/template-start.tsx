import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconCopy } from '../../../../components/icons.ts';
import {
  CAMPAIGN_TEMPLATES,
  informationOfTemplate,
  scriptOfTemplate,
} from '../../../../features/campaigns/templates.ts';
import { objectiveNamesQuery } from '../../../../features/lookups/api.ts';
import { now as serverTime } from '../../../../lib/clock.ts';
import type { StoredSession } from '../../../../lib/session.ts';
import { PageState } from '../../page-state.tsx';
import { Wizard, type WizardStart } from './wizard.tsx';

type TemplateStartProps = { session: StoredSession; name: string; start: WizardStart };

export function TemplateStart({ session, name, start }: TemplateStartProps) {
  const template = CAMPAIGN_TEMPLATES.find(({ id }) => id === name);
  return template ? (
    <FilledIn session={session} template={template} start={start} />
  ) : (
    <Wizard session={session} draftName="campaign-create" start={start} />
  );
}

/** All fields but the people are filled in. */
function FilledIn(props: Omit<TemplateStartProps, 'name'> & { template: (typeof CAMPAIGN_TEMPLATES)[number] }) {
  const { session, template, start } = props;
  const objectives = useQuery(objectiveNamesQuery());
  const [files] = useState(() => [scriptOfTemplate(template)]);
  const [now] = useState(() => new Date(serverTime()));
  if (objectives.isError || !objectives.data) return <PageState query={objectives} isPart />;
  const { external } = start.information;
  const draftName = `campaign-create-template-${template.id}`;
  const information = { ...informationOfTemplate(template, objectives.data, now), external };
  return (
    <>
      <Alert severity="info" icon={<IconCopy size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
        De la plantilla <b>{template.name}</b>: elija coordinador y operadores, y cambie lo que haga falta.
      </Alert>
      <Wizard session={session} draftName={draftName} start={{ ...start, information, files }} />
    </>
  );
}
