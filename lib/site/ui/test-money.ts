/** Set once a reader has seen the band that explains test money. */
export const SEEN_COOKIE = 'test-money'
