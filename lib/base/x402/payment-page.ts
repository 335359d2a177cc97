/** Carries a challenge from the gate to the page that shows it, inside one server. */
export const CHALLENGE_HEADER_NAME = 'x-turnpike-challenge'
