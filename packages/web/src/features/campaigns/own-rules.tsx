import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { rulesInWords } from '@campanero/contract/calling-rules/words';
import { Box } from '@mui/material';
import { useState } from 'react';
import { CallingRulesField } from '../../components/fields/calling-rules-field.tsx';
import { SwitchRow } from '../../components/fields/switch-row.tsx';
import { Muted } from '../../components/layout.tsx';

interface OwnRulesProps {
  value: CallingRules | null;
  system: CallingRules | undefined;
  onChange: (rules: CallingRules | null) => void;
}

export function OwnRules({ value, system, onChange }: OwnRulesProps) {
  // Switching off and on again restores the rules.
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
          <Muted sx={{ mb: 4 }}>Reemplazan por completo a las del sistema en esta campaña.</Muted>
          <CallingRulesField
            value={value}
            holidaysHint="Los feriados son los de Reglas de llamado, que mantiene un administrador."
            onChange={put}
          />
        </Box>
      )}
    </div>
  );
}
