import { formatCount } from '@campanero/contract/shared/numbers';
import type { QuotaBoard, QuotaCell, QuotaCellBody } from '@campanero/contract/surveys/quota-schemas';
import { cellInWords } from '@campanero/contract/surveys/quota-words';
import { Alert, Box, LinearProgress, Switch } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../components/action-button.tsx';
import type { Choice } from '../../../components/fields/choice-field.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { IconBan, IconCircleCheck, IconPencil, IconPlus, IconTrash } from '../../../components/icons.ts';
import { Inline } from '../../../components/layout.tsx';
import { QueryState } from '../../../components/page/query-state.tsx';
import { Rows, Section } from '../../../components/page/section.tsx';
import { SoftChip } from '../../../components/soft-chip.tsx';
import { errorText } from '../../../lib/errors.ts';
import { useActivity } from '../../../lib/live/activity.ts';
import { capitalised } from '../../../lib/text/when.ts';
import { askedQuery, cellBodyOf, quotasQuery, useSaveQuotas } from './api.ts';
import { QuotaDialog } from './quota-dialog.tsx';

interface QuotaBoardProps {
  campaign: { id: number; survey: { id: number } | null };
  /** Not of a closed campaign, and not for whoever only reads. */
  mayChange: boolean;
  sections: readonly Choice<string>[] | undefined;
}

const FAILED = 'No fue posible cargar los cupos. Inténtelo de nuevo.';
const NOT_SAVED = 'No fue posible guardar el cupo. Inténtelo de nuevo.';

/** How full the quotas of a campaign are, live; changes are made one by one. */
export function QuotaBoardCard({ campaign, mayChange, sections }: QuotaBoardProps) {
  const board = useQuery(quotasQuery(campaign.id));
  const asked = useQuery(askedQuery(campaign));
  const save = useSaveQuotas(campaign.id);
  const [edited, setEdited] = useState<QuotaCell | 'new'>();
  useActivity({ campaignId: campaign.id, refetch: () => board.refetch() });
  const items = asked.data?.items ?? [];
  if (board.data?.cells.length === 0 && !mayChange) return null;
  /** As it was put, while the server is asked. */
  const isOffNow = ({ id, isOff }: QuotaCell) =>
    (save.isPending ? save.variables.cells.find((each) => each.id === id)?.isOff : undefined) ?? isOff;
  const change = ({ cells, version }: QuotaBoard, to: (cell: QuotaCellBody) => QuotaCellBody[]) =>
    save.mutateAsync({ cells: cells.map(cellBodyOf).flatMap(to), version });
  /** All cells are sent with their version: the second press on a slow server would be refused. */
  const put = (...changed: Parameters<typeof change>) =>
    save.isPending || void change(...changed).catch(() => undefined);
  const add = ({ cells, version }: QuotaBoard, cell: QuotaCellBody) =>
    save.mutateAsync({ cells: [...cells.map(cellBodyOf), cell], version });
  const shown = board.data;
  return (
    <Section
      title="Cupos"
      note="A quien está en un cupo completo o cerrado no se lo vuelve a entregar; los llamados en curso se terminan."
      action={
        mayChange && (
          <ActionButton size="small" icon={IconPlus} onClick={() => setEdited('new')}>
            Agregar cupo
          </ActionButton>
        )
      }
    >
      {save.error && !edited && <Alert severity="error">{errorText(save.error, NOT_SAVED)}</Alert>}
      {shown ? (
        <Rows>
          {shown.cells.length === 0 && <li>No hay cupos: se entregan todos los contactos.</li>}
          {shown.cells.map((cell) => (
            <CellRow
              key={cell.id}
              cell={{ ...cell, isOff: isOffNow(cell) }}
              name={capitalised(cellInWords(cell, items))}
              {...(mayChange && {
                onSwitch: () => put(shown, (each) => [each.id === cell.id ? { ...each, isOff: !each.isOff } : each]),
                onEdit: () => setEdited(cell),
                onRemove: () => put(shown, (each) => (each.id === cell.id ? [] : [each])),
              })}
            />
          ))}
        </Rows>
      ) : (
        <QueryState query={board} height={88} failed={FAILED} />
      )}
      {edited && shown && (
        <QuotaDialog
          cell={edited === 'new' ? undefined : edited}
          items={items}
          sections={sections}
          send={(cell) =>
            edited === 'new' ? add(shown, cell) : change(shown, (each) => [each.id === cell.id ? cell : each])
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

interface CellRowProps {
  cell: QuotaCell;
  name: string;
  onSwitch?: () => void;
  onEdit?: () => void;
  onRemove?: () => void;
}

function CellRow({ cell: { filled, target, isOff }, name, onSwitch, onEdit, onRemove }: CellRowProps) {
  const said = `${formatCount(filled)} de ${formatCount(target)}`;
  return (
    <li>
      <Inline sx={{ gap: 2, justifyContent: 'space-between' }}>
        <b>{name}</b>
        <Inline sx={{ gap: 1 }}>
          <CellState isOff={isOff} isFull={filled >= target} />
          <span>{said}</span>
          {onSwitch && (
            <Switch
              checked={!isOff}
              onChange={onSwitch}
              slotProps={{ input: { 'aria-label': `Entregar contactos de: ${name}` } }}
            />
          )}
          {onEdit && <IconAction icon={IconPencil} label={`Cambiar el cupo: ${name}`} onClick={onEdit} />}
          {onRemove && <IconAction icon={IconTrash} label={`Quitar el cupo: ${name}`} onClick={onRemove} />}
        </Inline>
      </Inline>
      <Box sx={{ mt: 1 }}>
        <LinearProgress
          variant="determinate"
          value={Math.min(100, (filled / target) * 100)}
          aria-label={`${name}: ${said}`}
          sx={{ height: 8, borderRadius: 4 }}
        />
      </Box>
    </li>
  );
}

function CellState({ isOff, isFull }: { isOff: boolean; isFull: boolean }) {
  if (isOff)
    return (
      <SoftChip tone="neutral" icon={IconBan}>
        Cerrado a mano
      </SoftChip>
    );
  if (!isFull) return null;
  return (
    <SoftChip tone="success" icon={IconCircleCheck}>
      Completo
    </SoftChip>
  );
}
