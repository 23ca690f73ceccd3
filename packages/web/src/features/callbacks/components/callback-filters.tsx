import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTheme } from '@mui/material/styles';
import { useId } from 'react';
import { ChoiceMenu } from '../../../components/choice-menu.tsx';
import { useTypedSearch } from '../../../components/data-table/use-typed-search.ts';
import { IconSearch } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import type { CallbackListState } from '../use-callback-list.ts';

const SEARCH = 'Buscar número o persona';
const ALL = 0;

/** By number or person, and by campaign where there are several. */
export function CallbackFilters({ list }: { list: CallbackListState }) {
  const { search, onSearch, campaigns, campaignId, onCampaign } = list;
  const [typed, setTyped] = useTypedSearch(search, onSearch);
  const label = useId();
  const { palette, radius } = useTheme();
  return (
    <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
      <OutlinedInput
        type="search"
        size="small"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={SEARCH}
        inputProps={{ 'aria-label': SEARCH, maxLength: 200 }}
        startAdornment={<IconSearch size={16} stroke={1.75} aria-hidden style={{ flex: 'none' }} />}
        sx={{ pl: 2.5, '& input': { pl: 2 }, width: '15rem', flex: { xs: '1 1 12rem', sm: '0 0 auto' } }}
      />
      {(campaigns.size > 1 || campaignId !== undefined) && (
        <>
          <VisuallyHidden id={label}>Campaña</VisuallyHidden>
          <ChoiceMenu
            labelledBy={label}
            value={campaignId ?? ALL}
            options={[
              { value: ALL, label: 'Todas las campañas' },
              ...[...campaigns].map(([value, name]) => ({ value, label: name })),
            ]}
            onChange={(chosen) => onCampaign(chosen === ALL ? undefined : chosen)}
            style={{
              height: '2.25rem',
              minWidth: '12rem',
              maxWidth: '20rem',
              paddingInline: 12,
              border: `1px solid ${palette.line.strong}`,
              borderRadius: radius.control,
              background: palette.background.paper,
              fontWeight: 500,
            }}
          />
        </>
      )}
    </Box>
  );
}
