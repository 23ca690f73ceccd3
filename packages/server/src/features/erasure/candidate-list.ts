import type { Candidate } from './candidates.queries.ts';
import type { CopyCounts } from './erasures.queries.ts';

/** Candidates per review; when all are decided, the search starts again. */
const CANDIDATES_MAX = 500;
/** A last name alone is reviewed only if it is rare. */
const LAST_NAMES_MAX = 50;
const TOO_COMMON = 'Textos que solo tienen el apellido, demasiado común para revisarlos';

/** Collects the candidates of one search, without those already known. */
export interface CandidateList {
  add: (candidate: Candidate) => void;
  result: () => { candidates: Candidate[]; hasMore: boolean; counts: CopyCounts };
}

export function createCandidateList(known: readonly Pick<Candidate, 'place' | 'rowKey'>[]): CandidateList {
  const seen = new Set(known.map(({ place, rowKey }) => `${place} ${rowKey}`));
  const found: Candidate[] = [];
  const byLastName: Candidate[] = [];
  let lastNames = 0;
  let hasMore = false;
  return {
    add: (candidate) => {
      if (seen.has(`${candidate.place} ${candidate.rowKey}`)) return;
      if (candidate.namedBy === 'lastName') {
        lastNames += 1;
        if (byLastName.length < LAST_NAMES_MAX) byLastName.push(candidate);
      } else if (found.length < CANDIDATES_MAX) found.push(candidate);
      else hasMore = true;
    },
    result: () => {
      const isCommon = lastNames > LAST_NAMES_MAX;
      const counts: CopyCounts = isCommon ? { [TOO_COMMON]: lastNames } : {};
      return { candidates: isCommon ? found : [...found, ...byLastName], hasMore, counts };
    },
  };
}
