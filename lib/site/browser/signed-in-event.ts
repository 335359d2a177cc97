/** Heard by the page's frame, which says who is signed in; its detail is the wallet's address. */
export const SIGNED_IN = 'turnpike:signed-in'
