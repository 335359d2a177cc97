/** Tells the page's frame who is signed in; its detail is the wallet's address. */
export const SIGNED_IN = 'turnpike:signed-in'
