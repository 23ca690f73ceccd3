import type { Script } from '@campanero/contract/campaigns/detail-schemas';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ScriptRow } from '../script-row.tsx';
import { ViewCard } from './view-card.tsx';

export function ScriptsCard({ scripts }: { scripts: readonly Script[] }) {
  return (
    <ViewCard title="Script">
      {scripts.length === 0 ? (
        <Typography color="textSecondary">La campaña no tiene scripts.</Typography>
      ) : (
        <Box
          component="ul"
          aria-label="Scripts"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
        >
          {scripts.map((script) => (
            <ScriptRow key={script.id} script={script} />
          ))}
        </Box>
      )}
    </ViewCard>
  );
}
