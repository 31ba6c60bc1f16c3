/** The dialect's name: in the list, in extras, in opaque parts. */
export const NAME = "messages";

/**
 * The wire demands `max_tokens`. Whoever knows the model fills it in before a request is written; for one nobody knows
 * this is sent, which every model since 2024 allows.
 */
export const DEFAULT_MAX_TOKENS = 8192;
