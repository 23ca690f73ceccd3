import type { Objective } from '@campanero/contract/configuration/schemas';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { AddButton } from '../../../components/action-button.tsx';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { PageTabs, panelOf } from '../../../components/page/page-tabs.tsx';
import { objectivesQuery, statesQuery, substatesQuery } from '../../../features/configuration/api.ts';
import { CatalogueTable } from '../../../features/configuration/catalogue-table.tsx';
import { kindOfTab, KINDS, tabOf, typeOf } from '../../../features/configuration/kinds.ts';
import { countText, KIND_TEXTS } from '../../../features/configuration/texts.ts';
import { paths } from '../../pages.ts';

const pageOf = (given: string | null) => (given && /^\d{1,6}$/.test(given) ? Number(given) : 0);

/** Objectives share most states: rare ones first, so that rows can be told apart. */
function rareStatesFirst(objectives: readonly Objective[]): Objective[] {
  const uses = new Map<number, number>();
  for (const { id } of objectives.flatMap(({ states }) => states)) uses.set(id, (uses.get(id) ?? 0) + 1);
  return objectives.map((objective) => ({
    ...objective,
    states: objective.states.toSorted((a, b) => (uses.get(a.id) ?? 0) - (uses.get(b.id) ?? 0)),
  }));
}

export function ConfigGeneralPage() {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const kind = kindOfTab(params.get('tab'));
  const objectives = useQuery({ ...objectivesQuery(), enabled: kind === 'objective' });
  const states = useQuery({ ...statesQuery(), enabled: kind !== 'objective' });
  const substates = useQuery({ ...substatesQuery(), enabled: kind === 'substate' });
  const distinguished = useMemo(() => objectives.data && rareStatesFirst(objectives.data), [objectives.data]);
  const offered = useMemo(
    () =>
      substates.data?.map((substate) => ({
        ...substate,
        states: states.data?.filter((state) => state.substates.some(({ id: one }) => one === substate.id)) ?? [],
      })),
    [substates.data, states.data],
  );
  const result = {
    objective: { ...objectives, data: distinguished },
    state: states,
    substate: { ...substates, data: offered },
  }[kind];
  const goTo = (tab: string, page: number) =>
    setParams({ ...(tab !== tabOf('objective') && { tab }), ...(page > 0 && { pageNumber: String(page) }) });
  return (
    <>
      <PageHeader
        title="Configuración"
        aside={result.data && countText(kind, result.data.length)}
        action={
          <AddButton to={paths.configCreate} state={{ type: typeOf(kind) }}>
            Crear {KIND_TEXTS[kind].title}
          </AddButton>
        }
      />
      <PageTabs
        id={id}
        label="Configuración"
        tabs={KINDS.map((key) => ({ key, label: KIND_TEXTS[key].tab }))}
        current={kind}
        onChange={(chosen) => goTo(tabOf(chosen), 0)}
        variant="standard"
      />
      <div {...panelOf(id, kind)}>
        <CatalogueTable
          key={kind}
          kind={kind}
          result={result}
          page={pageOf(params.get('pageNumber'))}
          onPage={(page) => goTo(tabOf(kind), page)}
          editTo={paths.configEdit}
        />
      </div>
    </>
  );
}
