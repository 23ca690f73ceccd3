import { configure, prettyDOM } from '@testing-library/react';
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js';
import * as React from 'react';

// Costs that only tests have; together they were a good third of the suite's time.

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

/** Every look for a role copies the styles of all elements above; they are plain values, and need no structured clone. */
const managers: object = CSSPropertyManager.prototype;
Object.assign(managers, {
  clone(this: Record<'properties' | 'definedPropertyNames', object>) {
    const properties = Object.fromEntries(Object.entries(this.properties).map(([name, value]) => [name, { ...value }]));
    const definedPropertyNames = { ...this.definedPropertyNames };
    return Object.assign(new CSSPropertyManager(), { properties, definedPropertyNames });
  },
});

/** Whoever waits for an element fails some times before it is there: the page is written down only for who reads the error. */
configure({
  getElementError: function fail(message, container) {
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    Error.captureStackTrace(error, fail);
    let told: string | undefined;
    const tell = () =>
      [message, `Ignored nodes: comments, script, style\n${prettyDOM(container as HTMLElement)}`]
        .filter(Boolean)
        .join('\n\n');
    return Object.defineProperty(error, 'message', { get: () => (told ??= tell()), configurable: true });
  },
});
