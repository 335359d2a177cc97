/** How long the answer of a delivered payment comes again to one that names itself, by its payment identifier. */
export const REPEATED_MINUTES = 10
