import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IconCopy } from '../../../../components/icons.ts';
import { ErrorState, LIST_FAILED } from '../../../../components/page/messages.tsx';
import { PageSkeleton } from '../../../../components/page/page-header.tsx';
import {
  CAMPAIGN_TEMPLATES,
  informationOfTemplate,
  scriptOfTemplate,
} from '../../../../features/campaigns/templates.ts';
import { objectiveNamesQuery } from '../../../../features/lookups/api.ts';
import { now as serverTime } from '../../../../lib/clock.ts';
import { errorText } from '../../../../lib/errors.ts';
import type { StoredSession } from '../../../../lib/session.ts';
import { Wizard, type WizardStart } from './wizard.tsx';

interface TemplateStartProps {
  session: StoredSession;
  name: string;
  start: WizardStart;
}

/** Unknown templates give an empty wizard. */
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
  if (objectives.isError)
    return <ErrorState message={errorText(objectives.error, LIST_FAILED)} onRetry={() => void objectives.refetch()} />;
  if (!objectives.data) return <PageSkeleton />;
  const { external } = start.information;
  const information = { ...informationOfTemplate(template, objectives.data, now), external };
  return (
    <>
      <Alert severity="info" icon={<IconCopy size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
        De la plantilla <b>{template.name}</b>: elija coordinador y operadores, y cambie lo que haga falta.
      </Alert>
      <Wizard
        session={session}
        draftName={`campaign-create-template-${template.id}`}
        start={{ ...start, information, files }}
      />
    </>
  );
}
