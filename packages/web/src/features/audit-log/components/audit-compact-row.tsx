import type { AuditEntry } from '@campanero/contract/audit-log/schemas';
import { formatDateTimeSeconds } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ActionIcon } from './action-icon.tsx';

/** A record in two lines, for narrow screens: what was done, then who and when. */
export function AuditCompactRow({ record }: { record: AuditEntry }) {
  const { id, action, subaction, userName, createdAt } = record;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <ActionIcon action={action} />
        <Typography variant="cell" noWrap sx={{ fontWeight: 550 }}>
          {action} · {subaction}
        </Typography>
      </Box>
      <Typography
        variant="caption"
        color="textDisabled"
        noWrap
        title={userName}
        sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}
      >
        <bdi>{id}</bdi> · <bdi>{formatDateTimeSeconds(createdAt)}</bdi> · {userName}
      </Typography>
    </>
  );
}
