import * as React from 'react';

// Two costs that only tests have; together they were a third of the suite's time.

/**
 * React's development build takes a stack trace for every element it makes, for warnings about its owner. Above this count it
 * stops doing so; it sets the count back every second, so here the count does not move.
 */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals = (React as unknown as Record<string, object | undefined>)[INTERNALS];
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 1e9, set: () => {} });

/** Popper asks what every element is by its text. A browser says `[object HTMLDivElement]`, happy-dom the whole HTML inside. */
Element.prototype.toString = function describe() {
  return `[object ${this.constructor.name}]`;
};
