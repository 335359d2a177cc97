/** Carries a challenge from the gate to the page that shows it, inside one server. */
export const challengeHeaderName = 'x-turnpike-challenge'
