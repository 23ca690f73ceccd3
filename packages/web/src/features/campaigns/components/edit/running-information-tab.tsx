import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import { runningInformation, type RunningInformation } from '@campanero/contract/campaigns/write-schemas';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { Controller } from 'react-hook-form';
import { DateTimeField } from '../../../../components/fields/date-field.tsx';
import { Field, registerInput, wireInput } from '../../../../components/fields/field.tsx';
import { PeopleField } from '../../../../components/fields/people-field.tsx';
import { FactList } from '../../../../components/page/fact-list.tsx';
import type { EditTabProps } from '../../edit-tab.ts';
import { useInformationTab } from '../../hooks/use-information-tab.ts';
import { type InformationChoices, onSide } from '../../information-form.ts';
import { typeName } from '../../texts.ts';
import { TabForm } from './tab-form.tsx';

const valuesOf = (campaign: CampaignDetail): RunningInformation => ({
  name: campaign.name,
  description: campaign.description,
  externalId: campaign.externalId ?? '',
  endDate: campaign.endDate,
  operators: campaign.operators.map(({ id }) => id),
});

interface RunningInformationTabProps extends EditTabProps {
  choices: InformationChoices;
}

const resolver = zodResolver(runningInformation);

/** While it runs only these may change (spec 5); the rest stands there to be read. */
export function RunningInformationTab({ choices, ...page }: RunningInformationTabProps) {
  const { campaign } = page;
  const { form, removal, card } = useInformationTab({ page, valuesOf, resolver });
  const { errors } = form.formState;
  return (
    <TabForm {...card}>
      {campaign.status === 'REVISANDO' && (
        <Alert severity="warning">
          La campaña pasó su fecha de fin y ya no admite llamados. Elija una fecha posterior para seguir, o finalícela.
        </Alert>
      )}
      <FactList
        facts={[
          { label: 'Objetivo', value: campaign.objectiveName },
          { label: 'Tipo', value: typeName(campaign.external) },
          { label: 'Coordinador', value: campaign.coordinatorName },
          { label: 'Fecha de inicio', value: <bdi>{formatDateTime(campaign.startDate)}</bdi> },
        ]}
      />
      <Box
        sx={{ display: 'grid', gap: { xs: 5, sm: 4 }, gridTemplateColumns: { sm: 'minmax(0, 1fr) minmax(0, 1fr)' } }}
      >
        <Field label="Nombre" error={errors.name?.message}>
          {(wiring) => <OutlinedInput {...wireInput(wiring)} {...registerInput(form, 'name')} autoComplete="off" />}
        </Field>
        <Field label="Identificador externo" optional error={errors.externalId?.message}>
          {(wiring) => (
            <OutlinedInput {...wireInput(wiring)} {...registerInput(form, 'externalId')} autoComplete="off" />
          )}
        </Field>
      </Box>
      <Field label="Descripción" error={errors.description?.message}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            {...registerInput(form, 'description')}
            multiline
            minRows={2}
            maxRows={8}
          />
        )}
      </Field>
      <Box sx={{ maxWidth: 260 }}>
        <Controller
          control={form.control}
          name="endDate"
          render={({ field }) => <DateTimeField {...field} label="Fecha de fin" error={errors.endDate?.message} />}
        />
      </Box>
      <Controller
        control={form.control}
        name="operators"
        render={({ field: { ref, ...field } }) => (
          <PeopleField
            {...field}
            inputRef={ref}
            label="Operadores"
            placeholder="Agregar operador…"
            emptyText="No hay operadores para agregar."
            options={onSide(choices.operators, campaign.external === 1)}
            known={campaign.operators}
            help={removal}
            error={errors.operators?.message}
          />
        )}
      />
    </TabForm>
  );
}
