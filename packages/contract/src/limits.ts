/** Limits that several features use; those of a single one are in its schemas. */
export const PAGE_SIZES = [10, 25, 50] as const;
export const DEFAULT_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** What their screen shows at once. */
export const OPERATOR_PAGE_SIZE_MAX = Math.max(...PAGE_SIZES);

/** Bytes of a request's body, unless its endpoint declares more. */
export const BODY_LIMIT = 16_384;
/**
 * For bodies with a text of 5,000 characters, with thousands of ids, with the rows of a file of users, with a registration and its answers,
 * and with a questionnaire.
 */
export const BODY_LIMITS = {
  longText: 32_768,
  oneList: 32_768,
  severalLists: 98_304,
  userFile: 1_048_576,
  interview: 327_680,
  survey: 786_432,
} as const;

export const PASSWORD_MIN = 8;
/** Long enough for any passphrase, short enough that hashing it stays cheap. */
export const PASSWORD_MAX = 256;
export const REFRESH_WINDOW_SECONDS = 3600;
export const TOKEN_LIFE_SECONDS = 8 * 3600;
export const SESSION_CEILING_SECONDS = 12 * 3600;

export const SEARCH_DEBOUNCE_MS = 200;
export const REMOTE_SEARCH_DEBOUNCE_MS = 600;
export const NOTIFICATION_POLL_MS = 60_000;
/** How many the bell shows at once; after one is read, the next older one appears. */
export const NOTIFICATION_LIST_MAX = 100;

/** Find the caller: with more results the user types more digits. */
export const FOUND_CALLS_MAX = 50;
/** Forms and dashboard audiences found at once; more are not asked for. */
export const REMOTE_SEARCH_MAX = 50;

export const SNACKBAR_MS = { error: 4000, success: 3000, info: 3000, warning: 3500, default: 6000 } as const;
export const SNACKBAR_MAX = 5;
export const SETTINGS_SAVE_MS = 300;
export const SUGGESTIONS_MAX = 10;
export const DIAL_TEMPLATE_MAX = 200;
export const FONT_SIZE = { min: 70, max: 130, step: 10, default: 100 } as const;
/** Menus of the navigation open and close this long after the pointer comes or goes. */
export const MENU_HOVER_MS = 150;

export const NOTE_MAX_LENGTH = 1000;
export const NOTES_MAX = 50;

export const MAX_CALLS_PER_OPERATOR = 15_000;
export const SEGMENT_TIMEOUT_MS = 120_000;
/** A draw marks all calls that are not drawn: millions of them. */
export const SAMPLE_TIMEOUT_MS = 600_000;
export const SCRIPT_MAX_FILES = 5;
export const SCRIPT_MAX_BYTES = 5_242_880;
/** The picture of oneself as it is sent, and the side of the square it is kept as. */
export const PICTURE_MAX_BYTES = 5_242_880;
export const PICTURE_SIDE = 256;
export const AUDIENCE_MAX_FILES = 2;
export const AUDIENCE_MAX_BYTES = 524_288_000;
/** Rejected rows are citizens' data: kept so long after their load has ended, to be corrected. */
export const REJECTED_ROWS_DAYS = 30;

/** The contact page: rows of each list, how long "Copiado" shows, and how often the hold of an open call is renewed. */
export const HISTORY_PAGE_SIZE = 25;
export const CONTACTS_PAGE_SIZE = 15;
export const NUMBER_CAMPAIGNS_PAGE_SIZE = 20;
export const COPY_TOOLTIP_MS = 1300;
export const HOLD_RENEW_MS = 4 * 60_000;

/** How long a hold keeps others from an opened contact; renewed while the page is open. */
export const HOLD_MS = 10 * 60_000;
/** A dated callback that its operator did not keep for this long is open to every operator of the campaign. */
export const CALLBACK_OVERDUE_MS = 30 * 60_000;
/** Undated callbacks: this long after their last registration and so many registrations a day. */
export const CALL_REST_MS = 60 * 60_000;
export const CALLS_A_DAY_MAX = 3;

/** The global statistics: how many months they cover, and how long after asking for them nobody may ask again. */
export const STATISTICS_MONTHS = 8;
export const STATISTICS_LOCK_MS = 10 * 60_000;
