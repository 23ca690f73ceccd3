import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { IconPlus } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { objectivesQuery, statesQuery, substatesQuery } from '../../../features/configuration/api/catalogue.ts';
import { CatalogueTable } from '../../../features/configuration/components/catalogue-table.tsx';
import { KINDS, kindOfTab, tabOf, typeOf } from '../../../features/configuration/kinds.ts';
import { countText, KIND_TEXTS } from '../../../features/configuration/texts.ts';
import { paths } from '../../paths.ts';

const pageOf = (given: string | null) => (given && /^\d{1,6}$/.test(given) ? Number(given) : 0);

/** Objectives, states and substates, one tab each; tab and page live in the address. */
export function ConfigGeneralPage() {
  const id = useId();
  const [params, setParams] = useSearchParams();
  const kind = kindOfTab(params.get('tab'));
  const objectives = useQuery({ ...objectivesQuery(), enabled: kind === 'objective' });
  const states = useQuery({ ...statesQuery(), enabled: kind === 'state' });
  const substates = useQuery({ ...substatesQuery(), enabled: kind === 'substate' });
  const result = { objective: objectives, state: states, substate: substates }[kind];
  const goTo = (tab: string, page: number) =>
    setParams({ ...(tab !== tabOf('objective') && { tab }), ...(page > 0 && { pageNumber: String(page) }) });
  return (
    <>
      <PageHeader
        title="Configuración"
        aside={result.data && countText(kind, result.data.length)}
        action={
          <Button
            variant="contained"
            component={Link}
            to={paths.configCreate}
            state={{ type: typeOf(kind) }}
            startIcon={<IconPlus size={18} stroke={2} aria-hidden />}
          >
            Crear {KIND_TEXTS[kind].title}
          </Button>
        }
      />
      <Tabs
        value={tabOf(kind)}
        onChange={(_event, tab: string) => goTo(tab, 0)}
        aria-label="Configuración"
        sx={{ mb: 4 }}
      >
        {KINDS.map((each) => (
          <Tab
            key={each}
            value={tabOf(each)}
            label={KIND_TEXTS[each].tab}
            id={`${id}-${each}`}
            aria-controls={each === kind ? `${id}-panel` : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${kind}`}>
        <CatalogueTable
          key={kind}
          kind={kind}
          result={result}
          page={pageOf(params.get('pageNumber'))}
          onPage={(page) => goTo(tabOf(kind), page)}
          editTo={paths.configEdit}
        />
      </Box>
    </>
  );
}
