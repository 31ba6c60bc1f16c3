/** Where a person's own prices are, below the home folder. */
export const OVERLAY_FILE = "prices.json";
