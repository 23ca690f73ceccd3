import {
  IDENTIFICATIONS,
  type IdentificationBody,
  REQUEST_KINDS,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { Box, Checkbox, OutlinedInput, styled } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { ChoiceField } from '../../components/fields/choice-field.tsx';
import { Field, wireInput } from '../../components/fields/field.tsx';

export const choices = <K extends string>(names: Record<K, string>) =>
  (Object.entries(names) as [K, string][]).map(([id, name]) => ({ id, name }));

const KIND_HELP: Record<RequestKind, string> = {
  ACCESO: 'Saber qué datos suyos hay',
  RECTIFICACION: 'Que se corrijan',
  OPOSICION: 'Que no se la llame más',
  SUPRESION: 'Que se borren',
};

const Options = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'repeat(auto-fit, minmax(15rem, 1fr))',
  '& > label': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    paddingBlock: 4,
    paddingInline: '5px 12px',
    border: `1px solid ${theme.palette.divider}`,
    borderRadius: theme.radius.control,
    cursor: 'pointer',
  },
  '& > label:hover': { background: theme.palette.action.hover },
  '&[data-invalid] > label': { borderColor: theme.palette.error.main },
}));

interface KindsFieldProps {
  value: readonly RequestKind[];
  onChange: (kinds: RequestKind[]) => void;
  error: string | undefined;
}

/** What the person asks for: one thing or several. */
export function KindsField({ value, onChange, error }: KindsFieldProps) {
  const id = useId();
  const toggle = (kind: RequestKind) =>
    onChange(value.includes(kind) ? value.filter((each) => each !== kind) : [...value, kind]);
  return (
    <Field label="Qué pide" error={error} help="Puede pedir más de una cosa.">
      {({ labelId, describedBy, invalid }) => (
        <Options
          role="group"
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          data-invalid={invalid || undefined}
        >
          {choices(REQUEST_KINDS).map(({ id: kind, name }) => (
            <label key={kind} htmlFor={`${id}-${kind}`}>
              <Checkbox
                id={`${id}-${kind}`}
                checked={value.includes(kind)}
                onChange={() => toggle(kind)}
                slotProps={{
                  input: { 'aria-labelledby': `${id}-${kind}-name`, 'aria-describedby': `${id}-${kind}-help` },
                }}
              />
              <Box component="span" sx={{ minWidth: 0 }}>
                <Box component="span" id={`${id}-${kind}-name`} sx={{ display: 'block', fontWeight: 550 }}>
                  {name}
                </Box>
                <Box
                  component="span"
                  id={`${id}-${kind}-help`}
                  sx={{ display: 'block', typography: 'caption', color: 'text.disabled' }}
                >
                  {KIND_HELP[kind]}
                </Box>
              </Box>
            </label>
          ))}
        </Options>
      )}
    </Field>
  );
}

interface IdentificationFieldsProps {
  value: IdentificationBody | null;
  onChange: (identification: IdentificationBody | null) => void;
  optional?: boolean;
  help?: ReactNode;
  errors: Record<string, string>;
}

/** How it was checked that the person is who they say. */
export function IdentificationFields({ value, onChange, optional = false, help, errors }: IdentificationFieldsProps) {
  return (
    <>
      <ChoiceField
        label="Cómo se identificó"
        optional={optional}
        clearable={optional}
        placeholder="Elija cómo"
        options={choices(IDENTIFICATIONS)}
        value={value?.means ?? null}
        onChange={(means) => onChange(means && { note: '', ...value, means })}
        help={help}
        error={errors['identification'] ?? errors['identification.means']}
      />
      {value && (
        <Field
          label="Detalle"
          optional={value.means !== 'OTRO'}
          error={errors['identification.note']}
          help={
            value.means === 'OTRO'
              ? 'Cómo se supo que es la persona.'
              : 'Por ejemplo, quién es el apoderado y qué mostró.'
          }
        >
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              fullWidth
              autoComplete="off"
              value={value.note ?? ''}
              onChange={({ target }) => onChange({ ...value, note: target.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
