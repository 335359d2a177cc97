/** How long a repeated request with the same payment identifier gets the delivered answer again. */
export const REPEATED_MINUTES = 10
