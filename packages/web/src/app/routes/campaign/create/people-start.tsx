import { audience } from '@campanero/contract/audience/endpoints';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { formatCounted } from '@campanero/contract/shared/numbers';
import { Alert, Link as MuiLink, Paper } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconUsersPlus } from '../../../../components/icons.ts';
import { tagsOf } from '../../../../components/list/filters.ts';
import { audienceFilterForm, audienceFilters } from '../../../../features/audience/list/audience-filters.ts';
import { progressQuery } from '../../../../features/campaigns/api.ts';
import { daysFault, Exclusions, loadQueryOf, NO_EXCLUSIONS } from '../../../../features/loads/load-options.tsx';
import { endpointQuery } from '../../../../lib/queries.ts';
import type { StoredSession } from '../../../../lib/session.ts';
import { paths } from '../../../pages.ts';
import { useAudienceChoices } from '../audience/audience-choices.tsx';
import { Wizard, type WizardStart } from './wizard.tsx';

interface PeopleStartProps {
  session: StoredSession;
  campaign: CampaignDetail;
  /** With the filters of the audience list. */
  address: URLSearchParams;
  start: WizardStart;
}

const NAME_MAX = 200;

/** A new campaign with people of another one, which also offers its objective, place and scripts. */
export function PeopleStart({ session, campaign, address, start }: PeopleStartProps) {
  const { id, name } = campaign;
  const [choice, setChoice] = useState(NO_EXCLUSIONS);
  const given = Object.fromEntries(address);
  const read = audienceFilterForm.schema.safeParse(given);
  // The operators' view has filters of its own.
  const chosen = { ...read.data, assigned: undefined, toCall: undefined };
  const general = given['general'];
  const progress = useQuery(progressQuery(id)).data;
  const needs = {
    operators: chosen.operatorId !== undefined,
    places: chosen.districtId !== undefined,
    answers: chosen.answer !== undefined,
  };
  const choices = useAudienceChoices(campaign, progress, needs);
  const filters = { ...chosen, general };
  const count = useQuery({
    ...endpointQuery(['audience', id], audience.count, { params: { id }, query: filters }),
    enabled: read.success,
  });
  // Without its filters the new campaign would call everybody.
  if (!read.success)
    return (
      <Alert severity="error">
        Los filtros de la dirección no se entienden. Vuelva a la audiencia y elija otra vez.
      </Alert>
    );

  const tags = tagsOf(audienceFilterForm, audienceFilters(choices), chosen).map(({ label }) => label);
  const words = [...tags, general && `Texto: ${general}`].filter(Boolean).join(' · ');
  const people = count.data?.totalElementsCount;
  const states = tags.find((tag) => tag.startsWith('Estado'))?.replace(/^Estados?: /, '');
  const information = { ...start.information, ...(states && { name: `${name}: ${states}`.slice(0, NAME_MAX) }) };
  return (
    <>
      <Alert severity="info" icon={<IconUsersPlus size={18} stroke={1.75} aria-hidden />} sx={{ mb: 4 }}>
        Con {people === undefined ? 'los contactos' : <b>{formatCounted(people, 'contacto', 'contactos')}</b>} de{' '}
        <MuiLink component={Link} to={paths.campaignDetail(id)}>
          {name}
        </MuiLink>
        {words && `: ${words}`}. Se cargan al crear la campaña, según como estén en ese momento.
      </Alert>
      <Paper sx={{ p: { xs: 4, sm: 6 }, mb: 4 }}>
        <Exclusions choice={choice} onChange={setChoice} disabled={false} />
      </Paper>
      {/* The proposed name needs the names of the states. */}
      {progress && (
        <Wizard
          session={session}
          draftName={`campaign-create-from-${id}-people`}
          start={{ ...start, information }}
          people={{ of: { campaignId: id, filters, ...loadQueryOf(choice) }, fault: daysFault(choice) }}
        />
      )}
    </>
  );
}
