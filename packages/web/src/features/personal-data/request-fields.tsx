import {
  IDENTIFICATIONS,
  type IdentificationBody,
  REQUEST_KINDS,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { Link, styled } from '@mui/material';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CheckTile } from '../../components/fields/check-tile.tsx';
import { Field } from '../../components/fields/field.tsx';
import { Bound, LabelledInput } from '../../components/fields/text-input.tsx';
import { choices } from '../../components/list/filters.ts';

const KIND_HELP: Record<RequestKind, string> = {
  ACCESO: 'Saber qué se guarda',
  RECTIFICACION: 'Que se corrijan',
  OPOSICION: 'Que no se la llame más',
  SUPRESION: 'Que se borren',
};

const Options = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'repeat(auto-fit, minmax(15rem, 1fr))',
  // Kinds, which are four.
  '&[role="group"]': { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 11.5rem), 1fr))' },
  '& > label': { border: `1px solid ${theme.palette.divider}`, borderRadius: theme.radius.control },
  '&[data-invalid] > label': { borderColor: theme.palette.error.main },
}));

interface KindsFieldProps {
  value: readonly RequestKind[];
  onChange: (kinds: RequestKind[]) => void;
  error: string | undefined;
}

export function KindsField({ value, onChange, error }: KindsFieldProps) {
  const fieldId = useId();
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
            <CheckTile
              key={kind}
              id={`${fieldId}-${kind}`}
              name={name}
              help={KIND_HELP[kind]}
              checked={value.includes(kind)}
              onChange={() => toggle(kind)}
            />
          ))}
        </Options>
      )}
    </Field>
  );
}

type Identified = { identification: IdentificationBody | null };
interface IdentificationFieldsProps<V extends Identified, T> {
  form: UseFormReturn<V, unknown, T>;
  optional?: boolean;
  help?: string;
}

export function IdentificationFields<V extends Identified, T>(props: IdentificationFieldsProps<V, T>) {
  const { optional = false, help } = props;
  const form = props.form as unknown as UseFormReturn<Identified>;
  const faults = form.formState.errors.identification;
  return (
    <Bound form={form} name="identification">
      {({ value, onChange, error }) => (
        <>
          <Field
            label="Cómo se identificó"
            optional={optional}
            labelEnd={
              optional &&
              value && (
                <Link component="button" type="button" onClick={() => onChange(null)}>
                  Todavía no se sabe
                </Link>
              )
            }
            help={help}
            error={error ?? faults?.means?.message}
          >
            {({ id, labelId, describedBy, invalid }) => (
              <Options
                role="radiogroup"
                aria-labelledby={labelId}
                aria-describedby={describedBy}
                data-invalid={invalid || undefined}
              >
                {choices(IDENTIFICATIONS).map(({ id: means, name }) => (
                  <CheckTile
                    key={means}
                    id={`${id}-${means}`}
                    oneOf={id}
                    name={name}
                    checked={value?.means === means}
                    onChange={() => onChange({ note: '', ...value, means })}
                  />
                ))}
              </Options>
            )}
          </Field>
          {value && (
            <LabelledInput
              label="Detalle"
              optional={value.means !== 'OTRO'}
              error={faults?.note?.message}
              help={
                value.means === 'OTRO'
                  ? 'Cómo se supo que es la persona.'
                  : 'Por ejemplo, quién es el apoderado y qué mostró.'
              }
              value={value.note ?? ''}
              onChange={({ target }) => onChange({ ...value, note: target.value })}
            />
          )}
        </>
      )}
    </Bound>
  );
}
