import { audience } from '@campanero/contract/audience/endpoints';
import type { CampaignDetail } from '@campanero/contract/campaigns/detail-schemas';
import type { Split } from '@campanero/contract/audience/split';
import { SEARCH_DEBOUNCE_MS } from '@campanero/contract/limits';
import { productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import { InputAdornment, Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LabelledInput } from '../../../components/fields/text-input.tsx';
import { useDebounced } from '../../../components/fields/search-input.tsx';
import { Faint, Stacked } from '../../../components/layout.tsx';
import { ListFilterDialog } from '../../../components/list/filter-dialog.tsx';
import { tagsOf } from '../../../components/list/filters.ts';
import { ErrorState } from '../../../components/page/messages.tsx';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { CheckList } from '../../../components/transfer-list/check-list.tsx';
import { useEndpointMutation } from '../../../lib/changes.ts';
import { useNow } from '../../../lib/clock.ts';
import { errorText } from '../../../lib/errors.ts';
import { notify } from '../../../lib/snackbar.ts';
import { shortDay } from '../../../lib/text/when.ts';
import {
  type AddressFilters,
  type AudienceChoices,
  audienceFilterForm,
  audienceFilters,
  type SegmentFilters,
  segmentFiltersOf,
} from '../list/audience-filters.ts';
import { NO_OPERATORS, numbers, SEGMENT_FAILED, SEGMENTED } from '../texts.ts';
import { assignedQuery, splitOptions, segmentableQuery } from './api.ts';
import { noteOf, SplitBars, SplitChoice, SplitDialog, SplitEnd } from './split-dialog.tsx';
import { forecastSplit, loadsAfter, OVER_LIMIT, previewSplit, readAmount, type Share } from './split-preview.ts';

type SegmentedCampaign = Pick<CampaignDetail, 'id' | 'endDate' | 'validOperators'>;

interface SegmentFlowProps {
  campaign: SegmentedCampaign;
  listFilters: AddressFilters;
  choices: AudienceChoices;
  onClose: () => void;
}

/** Segmentar: first all contacts or some, by filters, then the split. Going back keeps all input. */
export function SegmentFlow({ campaign, listFilters, choices, onClose }: SegmentFlowProps) {
  const [filters, setFilters] = useState<SegmentFilters>(() => segmentFiltersOf(listFilters));
  const fields = audienceFilters(choices, { forSegmenting: true });
  const [isSplitting, setSplitting] = useState(false);
  const [choice, setChoice] = useState<SplitInput>(() => ({
    typed: '',
    split: 'equal',
    chosen: campaign.validOperators.map(({ id }) => id),
  }));
  if (isSplitting)
    return (
      <SegmentDialog
        campaign={campaign}
        filters={filters}
        tags={tagsOf<AddressFilters>(audienceFilterForm, fields, filters)}
        choice={choice}
        onChoice={setChoice}
        onChangeFilters={() => setSplitting(false)}
        onClose={onClose}
      />
    );
  return (
    <ListFilterDialog<AddressFilters>
      leadsTo={{
        title: 'Qué contactos segmentar',
        all: 'Todos los contactos sin operador',
        some: 'Solo algunos contactos',
        action: 'Continuar',
        renderOutcome: (typed) => <MatchCount campaignId={campaign.id} filters={typed && segmentFiltersOf(typed)} />,
      }}
      form={audienceFilterForm}
      fields={fields}
      given={filters}
      onClose={onClose}
      onApply={(applied) => {
        setFilters(segmentFiltersOf(applied));
        setSplitting(true);
      }}
    />
  );
}

const shortDayOf = (day: string | undefined) => day && shortDay(day);

const NO_MATCH = 'No hay números sin operador que cumplan los filtros.';

export interface SplitInput {
  /** The amount; empty means all. */
  typed: string;
  split: Split;
  /** Operators. */
  chosen: readonly number[];
}

interface SegmentDialogProps {
  campaign: SegmentedCampaign;
  filters: SegmentFilters;
  tags: readonly { key: string; label: string }[];
  choice: SplitInput;
  onChoice: (choice: SplitInput) => void;
  onChangeFilters: () => void;
  onClose: () => void;
}

/** "Segmentar la audiencia (total)": amount, operators and way of splitting, with the resulting shares and end. */
export function SegmentDialog(props: SegmentDialogProps) {
  const { campaign, filters, tags, choice, onChangeFilters, onClose } = props;
  const { typed, split, chosen } = choice;
  const change = (parts: Partial<SplitInput>) => props.onChoice({ ...choice, ...parts });
  const total = useQuery(segmentableQuery(campaign.id, filters));
  const assigned = useQuery(assignedQuery(campaign.id));
  const segment = useEndpointMutation(audience.segment, {
    ...splitOptions(campaign.id),
    isRepeatable: true,
    onSuccess: () => {
      notify.success(SEGMENTED);
      onClose();
    },
  });

  const { amount, error: amountFault } = readAmount(typed, total.data);
  const toSplit = amountFault ? 0 : (amount ?? total.data ?? 0);
  const knownOf = (id: number) =>
    assigned.data?.operators.find((operator) => operator.id === id) ?? { pending: 0, pace: null };
  const people = campaign.validOperators.filter(({ id }) => chosen.includes(id));
  const shares = previewSplit(toSplit, people, knownOf, split);
  const today = productDay(useNow());
  const fault = amountFault ?? (shares.some(({ isOver }) => isOver) ? OVER_LIMIT : undefined);
  const whyNot = whyNotYet(total.data, fault, people.length);
  const endDay = productDay(campaign.endDate);
  const forecastOf = (given: readonly Share[]) =>
    assigned.data &&
    forecastSplit(loadsAfter(given, assigned.data.operators), {
      today,
      endDay,
      workingWeekdays: assigned.data.workingWeekdays,
      closedDays: assigned.data.closedDays,
    });
  const forecast = whyNot === undefined ? forecastOf(shares) : undefined;
  const byPace =
    forecast && forecast.daysLate > 0 && split === 'equal'
      ? forecastOf(previewSplit(toSplit, people, knownOf, 'pace'))
      : undefined;

  const submit = () => {
    const body = { operators: people.map(({ id }) => id), amount, split };
    segment.mutate({ params: { id: campaign.id }, query: filters, body });
  };
  const totalText = total.data === undefined ? '…' : formatCount(total.data);
  return (
    <SplitDialog
      title={`Segmentar la audiencia (${totalText})`}
      panes="25rem minmax(0, 1fr)"
      context={<NumbersInWords tags={tags} onChangeFilters={onChangeFilters} />}
      inputPane={
        <Stacked gap={4.5}>
          <LabelledInput
            label="Cantidad a repartir"
            optional
            error={fault}
            help="Vacío reparte todo. Máximo 15.000 por operador."
            value={typed}
            onChange={({ target }) => change({ typed: target.value })}
            autoFocus
            slotProps={{ input: { inputMode: 'numeric', maxLength: 12 } }}
            endAdornment={
              <InputAdornment position="end">
                <Faint component="span" sx={{ paddingInlineEnd: 3 }}>
                  de {totalText}
                </Faint>
              </InputAdornment>
            }
          />
          <SplitChoice
            split={split}
            onSplit={(way) => change({ split: way })}
            hasPaces={people.some(({ id }) => knownOf(id).pace !== null)}
          />
          <CheckList
            label="Operadores"
            items={campaign.validOperators.map(({ id, name }) => ({
              id,
              name,
              mark: <PersonAvatar name={name} size={24} />,
              note: assigned.data && noteOf(knownOf(id), split),
            }))}
            chosen={chosen}
            onChange={(operators) => change({ chosen: operators })}
            empty={NO_OPERATORS}
          />
        </Stacked>
      }
      resultPane={
        total.isError ? (
          <ErrorState message={errorText(total.error, SEGMENT_FAILED)} onRetry={() => void total.refetch()} />
        ) : people.length === 0 ? (
          <Faint>{total.data === 0 ? NO_MATCH : 'Elija operadores para ver cuántos números recibe cada uno.'}</Faint>
        ) : (
          <>
            <SplitBars
              shares={shares}
              left={total.data === undefined ? undefined : total.data - toSplit}
              doneOf={forecast && ((id) => shortDayOf(forecast.dayOf.get(id)))}
            />
            {forecast && <SplitEnd forecast={forecast} byPace={byPace} endDay={endDay} />}
          </>
        )
      }
      action="Segmentar"
      amount={toSplit}
      what={numbers(toSplit)}
      shares={shares}
      change={segment}
      failed={SEGMENT_FAILED}
      pendingText="Segmentando…"
      whyNot={whyNot}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

function whyNotYet(total: number | undefined, fault: string | undefined, people: number): string | undefined {
  if (total === undefined) return 'Contando los números…';
  if (total === 0) return NO_MATCH;
  return fault ?? (people === 0 ? 'Los operadores son requeridos.' : undefined);
}

const NumbersInWords = ({ tags, onChangeFilters }: Pick<SegmentDialogProps, 'tags' | 'onChangeFilters'>) => (
  <>
    {tags.length === 0
      ? 'Todos los números sin operador, salvo los bloqueados. '
      : 'Números sin operador que cumplen: '}
    {tags.map(({ key, label }, place) => (
      <span key={key}>
        <b>{label}</b>
        {place < tags.length - 1 ? ', ' : '. '}
      </span>
    ))}
    <Link
      component="button"
      type="button"
      onClick={onChangeFilters}
      sx={{ font: 'inherit', fontWeight: 550, verticalAlign: 'baseline' }}
    >
      Cambiar filtros
    </Link>
  </>
);

function MatchCount({ campaignId, filters }: { campaignId: number; filters: SegmentFilters | undefined }) {
  // Compared as text: every keystroke makes a new object.
  const typed = JSON.stringify(filters);
  const settled = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as SegmentFilters);
  const count = useQuery(segmentableQuery(campaignId, asked));
  const isCounting = typed !== settled || count.isPending || count.isFetching;
  return <span role="status">{filters !== undefined && (isCounting ? 'Contando…' : sentenceOf(count.data))}</span>;
}

function sentenceOf(data: number | undefined) {
  if (data === undefined) return 'No fue posible contarlos. Puede continuar igual.';
  if (data === 0) return 'No hay números sin operador para repartir.';
  return (
    <>
      {data === 1 ? 'Se reparte ' : 'Se reparten '}
      <b>{numbers(data)}</b> sin operador.
    </>
  );
}
