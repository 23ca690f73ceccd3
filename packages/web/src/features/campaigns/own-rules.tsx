import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { CallingRulesField } from '../../components/fields/calling-rules-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';

interface OwnRulesProps {
  /** Null: the campaign follows the system's. */
  value: CallingRules | null;
  /** What own rules begin with. */
  system: CallingRules | undefined;
  onChange: (rules: CallingRules | null) => void;
}

/** Whether the campaign has rules of its own, and which: in the wizard and on both edit tabs. */
export function OwnRules({ value, system, onChange }: OwnRulesProps) {
  // Switched off and on again, nothing typed is lost.
  const [kept, setKept] = useState(value);
  const put = (rules: CallingRules | null) => {
    if (rules) setKept(rules);
    onChange(rules);
  };
  return (
    <div>
      <SwitchRow
        label="Reglas de llamado propias"
        hint={system ? `Sin ellas rigen las del sistema: ${rulesInWords(system)}.` : 'Sin ellas rigen las del sistema.'}
        value={value !== null}
        onChange={(isOn) => put(isOn ? (kept ?? system ?? null) : null)}
      />
      {value && (
        <Box
          sx={{
            mt: 3,
            p: { xs: 3, sm: 4 },
            border: 1,
            borderColor: 'divider',
            borderRadius: (theme) => `${theme.radius.control}px`,
          }}
        >
          <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
            Reemplazan por completo a las del sistema en esta campaña.
          </Typography>
          <CallingRulesField value={value} onChange={put} />
        </Box>
      )}
    </div>
  );
}
