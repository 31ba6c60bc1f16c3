/** What is stale after a key was changed. */
export const KEYS_PATH = "/api/relay/keys";
