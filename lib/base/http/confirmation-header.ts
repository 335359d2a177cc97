/** The header that carries what a wallet has signed for a change, coded as `SIGN-IN-WITH-X` is. */
export const CONFIRMATION_HEADER = 'Turnpike-Confirmation'
