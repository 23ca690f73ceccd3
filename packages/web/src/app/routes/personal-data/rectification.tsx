import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RectifyDialog } from '../../../features/contacts/rectify-dialog.tsx';
import { placeName, PlaceFields } from '../../../features/locations/place-fields.tsx';
import { locationsQuery } from '../../../features/lookups/api.ts';
import { personQuery } from '../../../features/personal-data/api.ts';

interface RectificationProps {
  personId: number;
  /** The request of rectification that it is done for. */
  requestId?: number | undefined;
  onClose: () => void;
}

/** Corrects the data of a person, on their page or on that of their request. */
export function Rectification({ personId, requestId, onClose }: RectificationProps) {
  const client = useQueryClient();
  const held = useQuery(personQuery(personId)).data;
  const tree = useQuery(locationsQuery()).data;
  if (!held) return null;
  return (
    <RectifyDialog
      person={held.person}
      requestId={requestId}
      reload={async () => (await client.fetchQuery({ ...personQuery(personId), staleTime: 0 })).person}
      placeInWords={(place) => placeName(tree, place) ?? ''}
      renderPlace={(place, onChange, error) => (
        <PlaceFields tree={tree} place={place} onChange={onChange} {...(error && { errors: { districtId: error } })} />
      )}
      onClose={onClose}
      onSaved={() => {
        onClose();
        void client.invalidateQueries({ queryKey: ['personal-data', 'person', personId] });
        void client.invalidateQueries({ queryKey: ['personal-data', 'requests'] });
      }}
    />
  );
}
