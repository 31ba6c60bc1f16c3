/** The advisory locks Parley takes. They are per database, so two installations on one server do not meet. */

/** "parl" in ASCII, to stay clear of other programs that use the same database. */
const PARLEY = 0x7061726c;

export const MIGRATION_LOCK = `${PARLEY}, 1`;
export const CLAIM_LOCK = `${PARLEY}, 2`;
