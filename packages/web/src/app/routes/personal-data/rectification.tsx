import { useQuery } from '@tanstack/react-query';
import { RectifyDialog } from '../../../features/contacts/rectify-dialog.tsx';
import { placeEditor } from '../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../features/lookups/api.ts';
import { personQuery, personScope, requestScope } from '../../../features/personal-data/api.ts';
import { fetchFresh } from '../../../lib/changes.ts';
import { invalidate } from '../../../lib/queries.ts';

type RectificationProps = { personId: number; requestId?: number; onClose: () => void };

/** Corrects the data of a person, on their page or on that of their request. */
export function Rectification({ personId, requestId, onClose }: RectificationProps) {
  const held = useQuery(personQuery(personId)).data;
  const places = placeEditor(useQuery(locationsQuery()).data);
  if (!held) return null;
  return (
    <RectifyDialog
      person={held.person}
      requestId={requestId}
      reload={async () => (await fetchFresh(personQuery(personId))).person}
      places={places}
      onClose={onClose}
      onSaved={() => {
        onClose();
        void invalidate(personScope(personId), requestScope);
      }}
    />
  );
}
